package org.isogloss.core.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what someone meant by a mistyped name. */
public final class NameSuggestions {
  /** Longer names are not compared: the distance takes time and memory by both lengths. */
  private static final int LONGEST = 200;

  private NameSuggestions() {}

  /**
   * The known name nearest to a mistyped one.
   *
   * @return the name at the smallest edit distance (a swap of neighbours counts one), case aside;
   *     empty where it is further than a third of the name's length, rounded up, or the name has
   *     more than 200 characters
   */
  public static Optional<String> nearest(String typed, Collection<String> candidates) {
    String wanted = typed.strip().toLowerCase(Locale.ROOT);
    if (wanted.length() > LONGEST) {
      return Optional.empty();
    }
    int allowed = (wanted.length() + 2) / 3;
    return candidates.stream()
        .filter(name -> name.length() <= wanted.length() + allowed)
        .filter(name -> distance(wanted, name.toLowerCase(Locale.ROOT)) <= allowed)
        .min(
            Comparator.<String>comparingInt(name -> distance(wanted, name.toLowerCase(Locale.ROOT)))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours.
   */
  static int distance(String a, String b) {
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
