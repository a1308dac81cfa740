// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.scoring;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * A document with its translation.
 *
 * @param title title of the translation
 * @param sentences sentences in the foreign language
 * @param translatedParagraphs paragraphs of the translation: their words, each between blanks
 */
public record ClirDocument(
    String id, String title, List<String> sentences, Set<String> translatedParagraphs) {
  public ClirDocument {
    requireNonNull(id, "id is null");
    requireNonNull(title, "title is null");
    sentences = List.copyOf(sentences);
    translatedParagraphs = Set.copyOf(translatedParagraphs);
  }

  /** Returns the words of a paragraph in the form of {@link #translatedParagraphs}. */
  public static String joinWords(List<String> words) {
    return ' ' + String.join(" ", words) + ' ';
  }

  /** Returns whether a paragraph of the translation contains the words of a query consecutively. */
  public boolean isRelevant(ClirQuery query) {
    String phrase = joinWords(query.words());
    return translatedParagraphs.stream().anyMatch(paragraph -> paragraph.contains(phrase));
  }
}
