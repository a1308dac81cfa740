// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Margin-based scoring.
 *
 * <p>{@link Margin} compares the cosine of a pair with the mean cosine of both sentences and their
 * neighbours, as a difference or a ratio; {@link PairSelection} states which candidate pairs are
 * kept; {@link MinedPair} is the result. Start with {@link Margin}, which documents the formula.
 */
package org.isogloss.mining.scoring;
