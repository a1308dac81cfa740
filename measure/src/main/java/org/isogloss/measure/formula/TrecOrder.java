package org.isogloss.measure.formula;

import java.util.Comparator;

/** How trec_eval puts ids and hits in order. */
public final class TrecOrder {
  /** Ids by their UTF-8 bytes: by code point, which {@link String#compareTo} is not for emoji. */
  public static final Comparator<String> ID_COMPARATOR = TrecOrder::compareIds;

  private TrecOrder() {}

  private static int compareIds(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean surrogate = Character.isSurrogate(x);
        if (surrogate == Character.isSurrogate(y)) {
          return Character.compare(x, y);
        }
        // A surrogate is half of a code point that stands behind all those of one char.
        return surrogate ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /**
   * Below 0 if the first hit stands before the second: by score as a C float, the higher first,
   * then by document id, the later first.
   */
  static int compareHits(double scoreA, String idA, double scoreB, String idB) {
    float a = (float) scoreA;
    float b = (float) scoreB;
    if (a != b) {
      return a > b ? -1 : 1;
    }
    return compareIds(idB, idA);
  }
}
