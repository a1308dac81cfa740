// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Comparison of stored vectors with a query.
 *
 * <p>Start with {@link DenseQuery}, a query vector that may be centred at the mean of each
 * language. {@link DensePassageScorer} combines the cosine of a passage with that of its best
 * sentence, which {@link SentenceScorer} finds. {@link SentenceVectorCodec} defines the 8-bit
 * format of sentence vectors; {@link LanguageMeans} and {@link LanguageMeanEstimator} hold and
 * estimate the mean vector of each language. {@link ReproducibleDotProduct} sums in a fixed order,
 * so that scores do not vary between runs.
 */
package org.isogloss.search.vector;
