// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.util.List;

/**
 * The names of the fields of a document or query in a file: JSON keys, or the columns in the header
 * of a TSV file. If a field has several names, a reader uses the first one that is present; a
 * writer uses the first name.
 *
 * @param id names of the id, at least one
 * @param title names of the title; empty if records have no title
 * @param text names of the text, at least one
 * @param language names of the language code; empty if records have no language
 * @param link names of the link across languages; empty if records have no link
 */
public record FieldNames(
    List<String> id,
    List<String> title,
    List<String> text,
    List<String> language,
    List<String> link) {
  /** {@code id|_id|docid}, {@code title}, {@code text|contents}, {@code language|lang}. */
  public static final FieldNames DOCUMENTS =
      new FieldNames(
          List.of("id", "_id", "docid"),
          List.of("title"),
          List.of("text", "contents"),
          List.of("language", "lang"),
          List.of());

  /** The names of {@link #DOCUMENTS}, and {@code link}. */
  public static final FieldNames LINKED_DOCUMENTS = DOCUMENTS.withLink("link");

  /** {@code id|_id|qid}, {@code text|query}, {@code language|lang}. */
  public static final FieldNames QUERIES =
      new FieldNames(
          List.of("id", "_id", "qid"),
          List.of(),
          List.of("text", "query"),
          List.of("language", "lang"),
          List.of());

  public FieldNames {
    id = names(id, "id", 1);
    title = names(title, "title", 0);
    text = names(text, "text", 1);
    language = names(language, "language", 0);
    link = names(link, "link", 0);
  }

  private static List<String> names(List<String> names, String field, int minCount) {
    if (names.size() < minCount || names.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(
          "the names of the " + field + " must not be blank, found " + names);
    }
    return List.copyOf(names);
  }

  /** These fields with other names of the id. */
  public FieldNames withId(String... names) {
    return new FieldNames(List.of(names), title, text, language, link);
  }

  /** These fields with other names of the title, or none. */
  public FieldNames withTitle(String... names) {
    return new FieldNames(id, List.of(names), text, language, link);
  }

  /** These fields with other names of the text. */
  public FieldNames withText(String... names) {
    return new FieldNames(id, title, List.of(names), language, link);
  }

  /** These fields with other names of the language, or none. */
  public FieldNames withLanguage(String... names) {
    return new FieldNames(id, title, text, List.of(names), link);
  }

  /** These fields with other names of the link, or none. */
  public FieldNames withLink(String... names) {
    return new FieldNames(id, title, text, language, List.of(names));
  }
}
