// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Re-rankers: scores for a query and its passages.
 *
 * <p>Begin with {@link PairScorers}, which opens the re-ranker of any model folder. {@link
 * OnnxCrossEncoder} runs a cross-encoder; {@link LateInteractionScorer} compares token embeddings
 * (ColBERT) with a correction per language, and {@link LateInteractionFitter} computes the tables
 * for it; {@link NoisyOrScorer} combines probabilities of query words in sentences (CLIR-BERT).
 * Passages longer than the model's maximum length are read in overlapping windows ({@link
 * org.isogloss.text.window.TextWindow}).
 */
package org.isogloss.runtime.rerank;
