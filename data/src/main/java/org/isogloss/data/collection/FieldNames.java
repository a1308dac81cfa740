// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The names of the fields of a document or query in a file: JSON keys, or the columns in the header
 * of a TSV file. If a field has several names, a reader uses the first one that is present; a
 * writer uses the first name. A name that differs only in case and in separators of words is the
 * same ({@code doc_id}, {@code docId}, {@code DocID}), unless a key is exactly a name. In JSON, a
 * name with dots is also that of a key in nested objects: {@code article.body}.
 *
 * @param id names of the id, at least one
 * @param title names of the title; empty if records have no title
 * @param text names of the text, at least one
 * @param language names of the language code; empty if records have no language
 * @param link names of the link across languages; empty if records have no link
 * @param titleSuffices whether a document without a text may consist of its title
 */
public record FieldNames(
    List<String> id,
    List<String> title,
    List<String> text,
    List<String> language,
    List<String> link,
    boolean titleSuffices) {
  /**
   * The names in the collections of Pyserini and BEIR, MS MARCO versions 1 and 2, Hugging Face and
   * frameworks of retrieval-augmented generation. A passage of MS MARCO 2 has {@code pid}, and
   * {@code docid} of the document that contains it.
   */
  public static final FieldNames DOCUMENTS =
      new FieldNames(
          List.of("id", "_id", "pid", "passage_id", "docid", "document_id", "docno"),
          List.of("title", "headline", "page_title"),
          List.of(
              "text",
              "contents",
              "content",
              "body",
              "passage",
              "segment",
              "context",
              "page_content",
              "passage_text",
              "document_text",
              "full_text",
              "body_text",
              "main_text",
              "plain_text",
              "raw_text",
              "chunk",
              "chunk_text",
              "article",
              "document",
              "paragraph"),
          List.of("language", "lang"),
          List.of(),
          true);

  /** The names of {@link #DOCUMENTS}, and {@code link}. */
  public static final FieldNames LINKED_DOCUMENTS = DOCUMENTS.withLink("link");

  /** The names in the collections of BEIR, MS MARCO and TREC. */
  public static final FieldNames QUERIES =
      new FieldNames(
          List.of("id", "_id", "qid", "query_id", "topic_id"),
          List.of(),
          List.of("text", "query", "query_text", "question", "title"),
          List.of("language", "lang"),
          List.of(),
          false);

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
    return new FieldNames(List.of(names), title, text, language, link, titleSuffices);
  }

  /** These fields with other names of the title, or none. */
  public FieldNames withTitle(String... names) {
    return new FieldNames(id, List.of(names), text, language, link, titleSuffices);
  }

  /** These fields with other names of the text. */
  public FieldNames withText(String... names) {
    return new FieldNames(id, title, List.of(names), language, link, titleSuffices);
  }

  /** These fields with other names of the language, or none. */
  public FieldNames withLanguage(String... names) {
    return new FieldNames(id, title, text, List.of(names), link, titleSuffices);
  }

  /** These fields with other names of the link, or none. */
  public FieldNames withLink(String... names) {
    return new FieldNames(id, title, text, language, List.of(names), titleSuffices);
  }

  /** These fields with a text that every document must have under this name. */
  public FieldNames withRequiredText(String name) {
    return new FieldNames(id, title, List.of(name), language, link, false);
  }

  /**
   * Returns the key that a reader uses for a field.
   *
   * @param keys the keys of an object
   * @param names the names of the field, such as {@link #title}
   * @return empty if no key is one of its names
   */
  public static Optional<String> key(Collection<String> keys, List<String> names) {
    return names.stream()
        .filter(keys::contains)
        .findFirst()
        .or(
            () ->
                names.stream()
                    .flatMap(name -> keys.stream().filter(key -> isSame(name, key)))
                    .findFirst());
  }

  /** Whether two names differ at most in case and in separators of words. */
  static boolean isSame(String one, String other) {
    int i = 0;
    int j = 0;
    while (true) {
      while (i < one.length() && isSeparator(one.charAt(i))) {
        i++;
      }
      while (j < other.length() && isSeparator(other.charAt(j))) {
        j++;
      }
      if (i == one.length() || j == other.length()) {
        return i == one.length() && j == other.length();
      }
      if (Character.toLowerCase(one.charAt(i++)) != Character.toLowerCase(other.charAt(j++))) {
        return false;
      }
    }
  }

  private static boolean isSeparator(char c) {
    return c == '_' || c == '-' || c == ' ';
  }
}
