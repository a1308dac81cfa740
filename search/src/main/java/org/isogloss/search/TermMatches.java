// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.api.TermMatch;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Passage;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.retrieve.TranslatedQueryWord;

/** Determines which words of a passage matched which words of a query. */
final class TermMatches {
  /** A term of a passage with its first surface form and its frequency. */
  private record TermOccurrences(String surfaceForm, int frequency) {
    TermOccurrences plus(TermOccurrences other) {
      return new TermOccurrences(surfaceForm, frequency + other.frequency());
    }
  }

  private TermMatches() {}

  /**
   * Returns the matches of one retriever in the order of the query words; the matches of one query
   * word are sorted by descending probability.
   *
   * @param words the words for which the retriever searches, by language code
   */
  static List<TermMatch> find(
      Pipeline.Lexical retriever,
      Map<String, List<TranslatedQueryWord>> words,
      LanguageAnalyzers analyzers,
      Passage passage) {
    String code = passage.language().code();
    Map<String, TermOccurrences> occurrences = occurrences(analyzers, code, passage.titledText());
    List<TermMatch> evidence = new ArrayList<>();
    for (TranslatedQueryWord queryWord : words.getOrDefault(code, List.of())) {
      queryWord.queryWord().matches().stream()
          .filter(match -> occurrences.containsKey(match.word()))
          .sorted(Comparator.comparingDouble(Translation::probability).reversed())
          .map(
              match ->
                  new TermMatch(
                      retriever.toString(),
                      queryWord.surfaceForm(),
                      occurrences.get(match.word()).surfaceForm(),
                      match.probability(),
                      occurrences.get(match.word()).frequency()))
          .forEach(evidence::add);
    }
    return evidence;
  }

  private static Map<String, TermOccurrences> occurrences(
      LanguageAnalyzers analyzers, String code, String text) {
    Map<String, TermOccurrences> occurrences = new HashMap<>();
    for (QueryTerms.Token token : QueryTerms.tokensAndForms(analyzers, code, text)) {
      occurrences.merge(
          token.term(),
          new TermOccurrences(token.span().coveredText(text), 1),
          TermOccurrences::plus);
    }
    return occurrences;
  }
}
