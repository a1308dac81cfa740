package org.isogloss.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.isogloss.core.Passage;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.explain.TermMatch;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.retrieve.TranslatedQueryWord;

/** Says which words of a passage counted as which words of a query. */
final class TermMatches {
  /** A term of a passage, as it is written first and how often it is there. */
  private record TermOccurrences(String surfaceForm, int frequency) {
    TermOccurrences plus(TermOccurrences more) {
      return new TermOccurrences(surfaceForm, frequency + more.frequency());
    }
  }

  private TermMatches() {}

  /**
   * The evidence of one retriever, in the order of the query, what counts most first.
   *
   * @param words that the retriever asks for, by the code of each language
   */
  static List<TermMatch> find(
      Pipeline.Lexical retriever,
      Map<String, List<TranslatedQueryWord>> words,
      LanguageAnalyzers analyzers,
      Passage passage) {
    String code = passage.language().code();
    Map<String, TermOccurrences> held =
        occurrences(analyzers.forLanguage(code), passage.titledText());
    List<TermMatch> evidence = new ArrayList<>();
    for (TranslatedQueryWord asked : words.getOrDefault(code, List.of())) {
      asked.queryWord().matches().stream()
          .filter(match -> held.containsKey(match.word()))
          .sorted(Comparator.comparingDouble(Translation::probability).reversed())
          .map(
              match ->
                  new TermMatch(
                      retriever.toString(),
                      asked.surfaceForm(),
                      held.get(match.word()).surfaceForm(),
                      match.probability(),
                      held.get(match.word()).frequency()))
          .forEach(evidence::add);
    }
    return evidence;
  }

  private static Map<String, TermOccurrences> occurrences(Analyzer analyzer, String text) {
    Map<String, TermOccurrences> held = new HashMap<>();
    for (QueryTerms.Token token : QueryTerms.tokens(analyzer, text)) {
      held.merge(
          token.term(),
          new TermOccurrences(token.span().coveredText(text), 1),
          TermOccurrences::plus);
    }
    return held;
  }
}
