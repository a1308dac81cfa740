package org.isogloss.mining.scoring;

/**
 * Two sentences that may translate each other.
 *
 * @param source number of the one, from 0
 * @param target number of the other, from 0
 * @param score by a {@link Margin}; higher for a better pair
 */
public record MinedPair(int source, int target, double score) {}
