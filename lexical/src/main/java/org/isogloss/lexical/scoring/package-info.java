// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Relevance scores from translation tables.
 *
 * <p>{@link QueryTranslator} expands a query word into a {@link QueryWord}: the words of the text
 * language that match it, with probabilities. {@link TermWeighting} has the weighting functions,
 * BM25 and query likelihood with Jelinek-Mercer smoothing, applied to projected frequencies
 * (probabilistic structured queries). {@link TranslationTableScorer} scores pairs of query and
 * passage by a {@link TableScoringModel}; {@link InMemoryTextCollection} scores a small collection
 * in memory, for experiments. Begin with {@link QueryTranslator}.
 */
package org.isogloss.lexical.scoring;
