// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What pipelines use that a program supplies.
 *
 * <p>{@link PipelineComponents} finds re-rankers and retrievers by their names; {@link
 * TranslationModels} translates queries. Begin with {@link PipelineComponents}.
 */
package org.isogloss.search.pipeline;
