// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Low-rank adapters for tasks, as jina-embeddings-v3 has them (Hu et al., <i>LoRA</i>, ICLR 2022).
 *
 * <p>{@link AdapterSettings} states which tasks a model has adapters for; {@link RoleTasks} which
 * of them apply to queries and to passages. {@link org.isogloss.modelio.weights.LowRankAdapters}
 * reads their weights.
 */
package org.isogloss.modelio.adapter;
