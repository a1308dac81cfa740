// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;
import org.isogloss.api.SortKey;
import org.isogloss.core.IsoglossException;

/**
 * Cursors of lists of documents: the order of the list and a position in it, as Base64 for URLs.
 */
final class ListCursor {
  private static final char SEPARATOR = '\n';

  private ListCursor() {}

  static String of(String position, List<SortKey> keys) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((order(keys) + SEPARATOR + position).getBytes(UTF_8));
  }

  /**
   * Returns the position of a cursor.
   *
   * @param keys the order of the list
   * @throws IsoglossException if it is no cursor, or that of a list in another order
   */
  static String parse(String cursor, List<SortKey> keys) {
    String decoded;
    try {
      decoded = new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IsoglossException("the cursor is malformed: use that of the page before", e);
    }
    int separator = decoded.lastIndexOf(SEPARATOR);
    if (separator < 0 || !decoded.substring(0, separator).equals(order(keys))) {
      throw new IsoglossException(
          "the cursor is that of a list in another order, expected one in the order "
              + (keys.isEmpty() ? "of ids" : order(keys))
              + ": use that of the page before, with the same order");
    }
    return decoded.substring(separator + 1);
  }

  private static String order(List<SortKey> keys) {
    return String.join(", ", keys.stream().map(SortKey::toString).toList());
  }
}
