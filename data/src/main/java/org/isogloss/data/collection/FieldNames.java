package org.isogloss.data.collection;

import java.util.List;

/**
 * Under which names the parts of a document or query stand in a file: JSON keys, or the columns
 * that a TSV header names. Where there are several, the first that is present counts; writers use
 * the first.
 *
 * @param id names of the id, one at least
 * @param title names of the title; none where there is no title
 * @param text names of the text, one at least
 * @param language names of the language code; none where there is no language
 */
public record FieldNames(
    List<String> id, List<String> title, List<String> text, List<String> language) {
  /** {@code id|_id|docid}, {@code title}, {@code text|contents}, {@code language|lang}. */
  public static final FieldNames DOCUMENTS =
      new FieldNames(
          List.of("id", "_id", "docid"),
          List.of("title"),
          List.of("text", "contents"),
          List.of("language", "lang"));

  /** {@code id|_id|qid}, {@code text|query}, {@code language|lang}. */
  public static final FieldNames QUERIES =
      new FieldNames(
          List.of("id", "_id", "qid"),
          List.of(),
          List.of("text", "query"),
          List.of("language", "lang"));

  public FieldNames {
    id = names(id, "id", 1);
    title = names(title, "title", 0);
    text = names(text, "text", 1);
    language = names(language, "language", 0);
  }

  private static List<String> names(List<String> names, String part, int least) {
    if (names.size() < least || names.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(
          "the " + part + " needs a name that is not blank, found " + names);
    }
    return List.copyOf(names);
  }

  /** These fields with other names for the id. */
  public FieldNames withId(String... names) {
    return new FieldNames(List.of(names), title, text, language);
  }

  /** These fields with other names for the title, or none. */
  public FieldNames withTitle(String... names) {
    return new FieldNames(id, List.of(names), text, language);
  }

  /** These fields with other names for the text. */
  public FieldNames withText(String... names) {
    return new FieldNames(id, title, List.of(names), language);
  }

  /** These fields with other names for the language, or none. */
  public FieldNames withLanguage(String... names) {
    return new FieldNames(id, title, text, List.of(names));
  }
}
