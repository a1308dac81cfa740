// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.scoring;

/**
 * A candidate pair of translations.
 *
 * @param source index of the source sentence, from 0
 * @param target index of the target sentence, from 0
 * @param score score of a {@link org.isogloss.core.util.Margin}; higher for a better pair
 */
public record MinedPair(int source, int target, double score) {}
