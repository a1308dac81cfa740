package org.isogloss.papers.clirbert;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * A document with what its translation says.
 *
 * @param title of the translation
 * @param sentences in the foreign language
 * @param english paragraphs of the translation: their words with a blank between, before and behind
 */
record ClirDocument(String id, String title, List<String> sentences, Set<String> english) {
  ClirDocument {
    requireNonNull(id, "id is null");
    requireNonNull(title, "title is null");
    sentences = List.copyOf(sentences);
    english = Set.copyOf(english);
  }

  /** The words of a paragraph as {@link #english} has them. */
  static String paragraph(List<String> words) {
    return ' ' + String.join(" ", words) + ' ';
  }

  /** Whether the words of a query stand in a paragraph of the translation, one behind the other. */
  boolean isRelevant(ClirQuery query) {
    String asked = paragraph(query.words());
    return english.stream().anyMatch(paragraph -> paragraph.contains(asked));
  }
}
