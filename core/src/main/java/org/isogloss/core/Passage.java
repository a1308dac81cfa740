// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

/**
 * A part of a document that is short enough to be encoded, scored and displayed as one unit.
 *
 * @param documentId the id of its document
 * @param ordinal its position among the passages of that document, from 0
 * @param language the language of the text; {@link Language#UNDETERMINED} if it is not known
 * @param title the document's title; empty if it has none
 * @param text the text of the passage
 * @param start offset of its first character in the document's text, in UTF-16 units
 * @param end offset after its last character
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

  /**
   * The text that an encoder or a pair scorer reads: the title, if there is one, followed by the
   * text.
   */
  public String titledText() {
    return titled(title, text);
  }

  /** Puts a title before a text; an empty title is left out. */
  public static String titled(String title, String text) {
    return title.isEmpty() ? text : title + "\n" + text;
  }
}
