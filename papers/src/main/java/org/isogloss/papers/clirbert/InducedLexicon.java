package org.isogloss.papers.clirbert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.isogloss.core.Language;
import org.isogloss.lexical.Translation;
import org.isogloss.lexical.TranslationTable;
import org.isogloss.text.Span;
import org.isogloss.text.Words;

/**
 * A word list where nobody wrote one: the words that translate each other by a table of the bitext.
 * As examples they are short, so that a training sees far more different words in the same time
 * than in sentences.
 */
final class InducedLexicon {
  private InducedLexicon() {}

  /**
   * The entries, each a sentence of one word: an English word of {@link
   * WeakSupervision#contentWords} and one translation, written as it mostly is.
   *
   * @param table from English
   * @param sentences that the table was made of
   * @param least product of the probabilities of the translation and of the translation back, which
   *     an entry has at least; over 0, at most 1
   */
  static List<ClirSentence> of(
      TranslationTable table, List<ClirSentence> sentences, Language foreign, double least) {
    TranslationTable back = table.reversed();
    Map<String, String> written = written(sentences, foreign);
    List<ClirSentence> entries = new ArrayList<>();
    for (String english : table.words()) {
      for (Translation one : table.translations(english)) {
        String form = written.get(one.word());
        if (form != null
            && one.probability() * probability(back.translations(one.word()), english) >= least) {
          ClirSentence entry = ClirSentence.of(english, form);
          if (WeakSupervision.contentWords(entry).equals(List.of(english))) {
            entries.add(entry);
          }
        }
      }
    }
    return entries;
  }

  private static double probability(List<Translation> translations, String word) {
    for (Translation one : translations) {
      if (one.word().equals(word)) {
        return one.probability();
      }
    }
    return 0;
  }

  /** How each word, in small letters, is mostly written. */
  private static Map<String, String> written(List<ClirSentence> sentences, Language language) {
    Map<String, Map<String, Integer>> forms = new HashMap<>();
    for (ClirSentence sentence : sentences) {
      for (Span span : Words.split(sentence.foreign(), language)) {
        String form = span.of(sentence.foreign());
        forms
            .computeIfAbsent(form.toLowerCase(Locale.ROOT), word -> new TreeMap<>())
            .merge(form, 1, Integer::sum);
      }
    }
    Map<String, String> written = new HashMap<>();
    forms.forEach(
        (word, counts) ->
            counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .ifPresent(most -> written.put(word, most.getKey())));
    return written;
  }
}
