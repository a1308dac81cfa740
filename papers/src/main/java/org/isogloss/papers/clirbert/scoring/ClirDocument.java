package org.isogloss.papers.clirbert.scoring;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * A document with what its translation says.
 *
 * @param title of the translation
 * @param sentences in the foreign language
 * @param translatedParagraphs paragraphs of the translation: their words with a blank between,
 *     before and behind
 */
public record ClirDocument(
    String id, String title, List<String> sentences, Set<String> translatedParagraphs) {
  public ClirDocument {
    requireNonNull(id, "id is null");
    requireNonNull(title, "title is null");
    sentences = List.copyOf(sentences);
    translatedParagraphs = Set.copyOf(translatedParagraphs);
  }

  /** The words of a paragraph as {@link #translatedParagraphs} has them. */
  public static String joinWords(List<String> words) {
    return ' ' + String.join(" ", words) + ' ';
  }

  /** Whether the words of a query stand in a paragraph of the translation, one behind the other. */
  public boolean isRelevant(ClirQuery query) {
    String asked = joinWords(query.words());
    return translatedParagraphs.stream().anyMatch(paragraph -> paragraph.contains(asked));
  }
}
