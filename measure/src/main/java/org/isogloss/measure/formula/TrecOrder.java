// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.formula;

import java.util.Comparator;

/** The order of ids and hits in trec_eval. */
public final class TrecOrder {
  /** Compares ids by their UTF-8 bytes, that is, by code point, unlike {@link String#compareTo}. */
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
        // A surrogate belongs to a code point above all code points of a single char.
        return surrogate ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** Compares hits: by descending score as a C float, then by descending document id. */
  static int compareHits(double scoreA, String idA, double scoreB, String idB) {
    float a = (float) scoreA;
    float b = (float) scoreB;
    if (a != b) {
      return a > b ? -1 : 1;
    }
    return compareIds(idB, idA);
  }
}
