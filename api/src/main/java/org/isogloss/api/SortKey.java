// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;

/**
 * A field by which documents are sorted. Documents without the field come last in either direction;
 * of several values, the least counts in ascending order and the greatest in descending order.
 * Strings are ordered by their code points, and {@code false} comes before {@code true}.
 *
 * @param field name of a field of documents, {@code id} or {@code language}
 * @param descending whether the greatest value comes first
 */
public record SortKey(String field, boolean descending) {
  private static final Pattern DIRECTED =
      Pattern.compile("(.*\\S)\\s+(asc|desc)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Maximum number of characters of a key: a name has up to 1,000. */
  private static final int MAX_LENGTH = 2_100;

  /** Maximum number of keys of an order. */
  private static final int MAX_KEYS = 20;

  public SortKey {
    if (field.isBlank()) {
      throw new IllegalArgumentException("a sort key needs the name of a field");
    }
  }

  /**
   * Parses a key: the name of a field, followed by {@code asc}, the default, or {@code desc}, such
   * as {@code date desc}. A name that could be misunderstood is written in quotation marks.
   *
   * @throws IsoglossException if there is no name, or it is too long
   */
  public static SortKey parse(String text) {
    FieldName.requireShort("sort key", text, MAX_LENGTH);
    Matcher directed = DIRECTED.matcher(text.strip());
    boolean matches = directed.matches();
    String field = FieldName.unquoted(matches ? directed.group(1) : text.strip());
    if (field.isBlank()) {
      throw new IsoglossException(
          "a sort key is blank, expected the name of a field, such as date, or date desc");
    }
    return new SortKey(field, matches && directed.group(2).equalsIgnoreCase("desc"));
  }

  /**
   * Parses the keys of an order.
   *
   * @throws IsoglossException like {@link #parse}, and if there are more than {@value #MAX_KEYS}
   */
  static List<SortKey> parseAll(String... texts) {
    if (texts.length > MAX_KEYS) {
      throw new IsoglossException(
          "there are " + texts.length + " sort keys, expected at most " + MAX_KEYS);
    }
    return Stream.of(texts).map(SortKey::parse).toList();
  }

  /** What {@link #parse} reads. */
  @Override
  public String toString() {
    return FieldName.quoted(field) + (descending ? " desc" : "");
  }
}
