// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Ids in files whose columns are separated by white space, such as runs and qrels. There, blanks
 * are written as in URLs: {@code my notes.txt} is {@code my%20notes.txt}. Other characters stay,
 * also the percent sign, because published ids contain it; an id without blanks is the same in
 * every file. Ids of such files are compared in this form.
 */
public final class EscapedIds {
  private EscapedIds() {}

  /** Returns an id with its blanks escaped; the same object if it has none. */
  public static String escape(String id) {
    for (int i = 0; i < id.length(); i++) {
      if (Character.isSpaceChar(id.charAt(i))) {
        return escapeFrom(id, i);
      }
    }
    return id;
  }

  private static String escapeFrom(String id, int first) {
    StringBuilder escaped = new StringBuilder(id.substring(0, first));
    for (int i = first; i < id.length(); i++) {
      char c = id.charAt(i);
      if (Character.isSpaceChar(c)) {
        appendEscaped(escaped, String.valueOf(c).getBytes(StandardCharsets.UTF_8));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** Appends bytes as in URLs: {@code %20}. */
  public static void appendEscaped(StringBuilder id, byte... bytes) {
    for (byte one : bytes) {
      id.append('%').append(HexFormat.of().withUpperCase().toHexDigits(one));
    }
  }
}
