// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Selection of pairs by their margins.
 *
 * <p>{@link org.isogloss.core.util.Margin} compares the cosine of a pair with the mean cosine of
 * both sentences and their neighbours, as a difference or a ratio; {@link PairSelection} states
 * which candidate pairs are kept; {@link MinedPair} is the result. Start with {@link
 * org.isogloss.core.util.Margin}, which documents the formula.
 */
package org.isogloss.mining.scoring;
