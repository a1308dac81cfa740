package org.isogloss.core;

import static java.util.Objects.requireNonNull;

/**
 * A stretch of a document, short enough to be encoded, scored and shown as one.
 *
 * @param documentId the document it comes from
 * @param ordinal its place among the passages of that document, from 0
 * @param language what it is written in
 * @param title the document's title, empty where it has none
 * @param text its own text
 * @param start offset of its first character in the document's text, in UTF-16 units
 * @param end offset behind its last character
 */
public record Passage(
    String documentId,
    int ordinal,
    Language language,
    String title,
    String text,
    int start,
    int end) {
  public Passage {
    requireNonNull(documentId, "documentId is null");
    requireNonNull(language, "language is null");
    requireNonNull(title, "title is null");
    requireNonNull(text, "text is null");
    if (ordinal < 0 || start < 0 || end < start) {
      throw new IllegalArgumentException(
          "passage " + ordinal + " of " + documentId + " spans [" + start + ", " + end + ")");
    }
  }

  /** What an encoder or a pair scorer reads: the title, where there is one, before the text. */
  public String titledText() {
    return titled(title, text);
  }

  /** A text with the title that it has, which may be empty, before it. */
  public static String titled(String title, String text) {
    return title.isEmpty() ? text : title + "\n" + text;
  }
}
