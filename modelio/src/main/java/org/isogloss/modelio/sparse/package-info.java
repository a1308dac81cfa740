// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Sparse models: transformers that compute weights of terms.
 *
 * <p>{@link SparseHead} describes how, from the modules that sentence-transformers lists ({@link
 * SparseModules}) or from the linear layer of M3 models; {@link SparseFiles} writes both.
 */
package org.isogloss.modelio.sparse;
