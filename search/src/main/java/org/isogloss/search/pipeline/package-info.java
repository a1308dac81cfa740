/**
 * The pipeline language, in which users state how passages are retrieved, fused and re-ranked.
 *
 * <p>{@link Pipeline} documents the grammar and is the sealed type of all syntax trees; begin
 * there. {@link PipelineParser} is a recursive-descent parser over {@link PipelineScanner}; its
 * errors point to the character. {@link FusionMethod} lists the methods that combine rankings:
 * reciprocal rank fusion, and weighted sums of min-max and z-score normalised scores.
 */
package org.isogloss.search.pipeline;
