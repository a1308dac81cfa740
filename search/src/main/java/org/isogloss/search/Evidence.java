package org.isogloss.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.lexical.Translation;

/** Says which words of a passage counted as which words of a query. */
final class Evidence {
  /** A term of a passage, as it is written first and how often it is there. */
  private record Held(String written, int frequency) {
    Held plus(Held more) {
      return new Held(written, frequency + more.frequency());
    }
  }

  private Evidence() {}

  /** The evidence of one retriever, in the order of the query, what counts most first. */
  static List<WordEvidence> of(
      Pipeline.Lexical retriever, AskedWords words, Query query, Passage passage) {
    String code = passage.language().code();
    Map<String, Held> held = held(code, passage.titledText());
    List<WordEvidence> evidence = new ArrayList<>();
    for (AskedWord asked : words.of(query).getOrDefault(code, List.of())) {
      asked.word().matches().stream()
          .filter(match -> held.containsKey(match.word()))
          .sorted(Comparator.comparingDouble(Translation::probability).reversed())
          .map(
              match ->
                  new WordEvidence(
                      retriever.toString(),
                      asked.shown(),
                      held.get(match.word()).written(),
                      match.probability(),
                      held.get(match.word()).frequency()))
          .forEach(evidence::add);
    }
    return evidence;
  }

  private static Map<String, Held> held(String code, String text) {
    Map<String, Held> held = new HashMap<>();
    for (QueryTerms.Token token : QueryTerms.tokens(Analyzers.of(code), text)) {
      held.merge(token.term(), new Held(token.span().of(text), 1), Held::plus);
    }
    return held;
  }
}
