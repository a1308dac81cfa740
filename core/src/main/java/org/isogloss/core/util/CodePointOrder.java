// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

/**
 * The order of strings by their code points, which is that of their UTF-8 bytes. {@link
 * String#compareTo} instead orders code points above U+FFFF before some of those below.
 */
public final class CodePointOrder {
  private CodePointOrder() {}

  /** Compares two strings, like {@link java.util.Comparator#compare}. */
  public static int compare(String a, String b) {
    int end = Math.min(a.length(), b.length());
    for (int i = 0; i < end; i++) {
      char first = a.charAt(i);
      char second = b.charAt(i);
      if (first != second) {
        // A surrogate belongs to a code point above all code points of a single char.
        boolean firstIsSurrogate = Character.isSurrogate(first);
        return firstIsSurrogate == Character.isSurrogate(second)
            ? Character.compare(first, second)
            : firstIsSurrogate ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
