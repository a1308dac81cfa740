// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The pipeline language, which describes how passages are retrieved, fused and re-ranked.
 *
 * <p>Start with {@link Pipeline}, which documents the grammar and is the sealed type of all syntax
 * trees. {@link PipelineParser} is a recursive-descent parser over {@link PipelineScanner}; its
 * error messages state the position. {@link FusionMethod} lists the methods that combine rankings:
 * reciprocal rank fusion, weighted sums of min-max and z-score normalised scores, and weighted
 * means of ranks.
 */
@NullMarked
package org.isogloss.api.pipeline;

import org.jspecify.annotations.NullMarked;
