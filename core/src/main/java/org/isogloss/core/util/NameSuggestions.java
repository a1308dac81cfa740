// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known name that a user may have meant by a mistyped name. */
public final class NameSuggestions {
  /**
   * Maximum length of a name to compare: the edit distance takes time and memory proportional to
   * the product of both lengths.
   */
  private static final int MAX_LENGTH = 200;

  private NameSuggestions() {}

  /**
   * The candidate nearest to a mistyped name.
   *
   * @return the candidate with the smallest edit distance, ignoring case (a swap of neighbouring
   *     characters counts as one edit); empty if the distance exceeds a third of the length of the
   *     name, rounded up, or if the name has more than 200 characters
   */
  public static Optional<String> nearest(String typed, Collection<String> candidates) {
    String name = typed.strip().toLowerCase(Locale.ROOT);
    if (name.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    int maxDistance = (name.length() + 2) / 3;
    return candidates.stream()
        .filter(candidate -> candidate.length() <= name.length() + maxDistance)
        .filter(candidate -> distance(name, candidate.toLowerCase(Locale.ROOT)) <= maxDistance)
        .min(
            Comparator.<String>comparingInt(
                    candidate -> distance(name, candidate.toLowerCase(Locale.ROOT)))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * The optimal string alignment distance: insertions, deletions, substitutions and swaps of
   * neighbouring characters.
   */
  public static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int substitution = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best =
            Math.min(
                Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + substitution);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          best = Math.min(best, cost[i - 2][j - 2] + 1);
        }
        cost[i][j] = best;
      }
    }
    return cost[a.length()][b.length()];
  }
}
