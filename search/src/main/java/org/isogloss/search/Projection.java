package org.isogloss.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.lucene.document.Field;
import org.isogloss.core.Passage;
import org.isogloss.lexical.QueryTranslator;
import org.isogloss.lexical.Translation;

/**
 * Projects the frequencies of a passage's terms to those of other languages when it is written, as
 * {@code psq} else does when it is asked: {@code tf(e) = sum over f of p(e | f) tf(f)}. A query
 * then looks one term up for each of its words.
 */
final class Projection {
  /** Projects nothing. */
  static final Projection NONE = new Projection(List.of(), IndexTables.NONE);

  private final Collection<String> queryCodes;
  private final IndexTables tables;

  /**
   * A projection.
   *
   * @param queryCodes of the languages of queries
   */
  Projection(Collection<String> queryCodes, IndexTables tables) {
    this.queryCodes = List.copyOf(queryCodes);
    this.tables = tables;
  }

  /** The fields of a passage, one for each language that a table translates into its own. */
  List<Field> fields(Passage passage) {
    String code = passage.language().code();
    List<Field> fields = new ArrayList<>();
    for (String queryCode : queryCodes) {
      Optional<QueryTranslator> translator = tables.find(queryCode, code);
      if (translator.isPresent()) {
        List<QueryTerms.Token> tokens = QueryTerms.tokens(Analyzers.of(code), passage.titledText());
        Map<String, Integer> frequencies = quantised(tokens, translator.get());
        fields.add(
            new Field(
                Fields.projected(queryCode, code),
                new ProjectedTerms(frequencies, tokens.size()),
                Fields.ANALYSED));
      }
    }
    return fields;
  }

  private static Map<String, Integer> quantised(
      List<QueryTerms.Token> tokens, QueryTranslator translator) {
    Map<String, Integer> counts = new HashMap<>();
    tokens.forEach(token -> counts.merge(token.term(), 1, Integer::sum));
    Map<String, Double> projected = new TreeMap<>();
    counts.forEach(
        (term, count) -> {
          for (Translation asked : translator.translatedBy(term)) {
            projected.merge(asked.word(), (double) asked.probability() * count, Double::sum);
          }
        });
    Map<String, Integer> quantised = new TreeMap<>();
    projected.forEach(
        (term, frequency) -> {
          int units = (int) Math.round(frequency / Fields.UNIT);
          if (units > 0) {
            quantised.put(term, units);
          }
        });
    return quantised;
  }
}
