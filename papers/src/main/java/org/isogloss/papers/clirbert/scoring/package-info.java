// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Scoring of documents for a query.
 *
 * <p>A {@link DocumentScorer} scores each {@link ClirDocument} for a {@link ClirQuery}; begin
 * there. {@link SentenceNoisyOr} combines the probabilities of sentences into scores of documents,
 * and {@link LogOddsCombination} combines the cross-encoder with a translation table by {@link
 * LogisticRegression}. {@link WordEmbeddingTable} provides the word embeddings of query attention.
 */
package org.isogloss.papers.clirbert.scoring;
