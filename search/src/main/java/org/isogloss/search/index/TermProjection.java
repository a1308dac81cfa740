package org.isogloss.search.index;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.lucene.document.Field;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.lexical.scoring.QueryTranslator;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.ProjectedTermStream;
import org.isogloss.search.analysis.QueryTerms;

/**
 * Projects the frequencies of a passage's terms to those of other languages when it is written, as
 * {@code psq} else does when it is asked: {@code tf(e) = sum over f of p(e | f) tf(f)}. A query
 * then looks one term up for each of its words.
 */
public final class TermProjection {
  private final Collection<String> queryCodes;
  private final IndexTranslationTables tables;
  private final LanguageAnalyzers analyzers;

  private TermProjection(
      Collection<String> queryCodes, IndexTranslationTables tables, LanguageAnalyzers analyzers) {
    this.queryCodes = List.copyOf(queryCodes);
    this.tables = tables;
    this.analyzers = analyzers;
  }

  /**
   * A projection by the tables of an index.
   *
   * @param queryCodes of the languages of queries; where there is none, nothing is projected
   * @param analyzers of the index
   * @throws IsoglossException if no table has one of the languages
   */
  public static TermProjection of(
      Path index, Collection<String> queryCodes, LanguageAnalyzers analyzers) {
    IndexTranslationTables tables =
        queryCodes.isEmpty() ? IndexTranslationTables.EMPTY : IndexTranslationTables.open(index);
    for (String code : queryCodes) {
      if (!tables.languages().contains(code)) {
        throw new IsoglossException(
            index
                + ": frequencies are to be projected to "
                + code
                + ", but no table of the index has that language; give one first with isogloss"
                + " index --table FILE");
      }
    }
    return new TermProjection(queryCodes, tables, analyzers);
  }

  /** The fields of a passage, one for each language that a table translates into its own. */
  List<Field> fields(Passage passage) {
    String code = passage.language().code();
    List<Field> fields = new ArrayList<>();
    for (String queryCode : queryCodes) {
      Optional<QueryTranslator> translator = tables.find(queryCode, code);
      if (translator.isPresent()) {
        List<QueryTerms.Token> tokens =
            QueryTerms.tokens(analyzers.forLanguage(code), passage.titledText());
        Map<String, Integer> frequencies = quantiseFrequencies(tokens, translator.get());
        fields.add(
            new Field(
                PassageFields.projectedField(queryCode, code),
                new ProjectedTermStream(frequencies, tokens.size()),
                PassageFields.ANALYSED_TYPE));
      }
    }
    return fields;
  }

  private static Map<String, Integer> quantiseFrequencies(
      List<QueryTerms.Token> tokens, QueryTranslator translator) {
    Map<String, Integer> counts = new HashMap<>();
    tokens.forEach(token -> counts.merge(token.term(), 1, Integer::sum));
    Map<String, Double> projected = new TreeMap<>();
    counts.forEach(
        (term, count) -> {
          for (Translation asked : translator.queryWordsFor(term)) {
            projected.merge(asked.word(), (double) asked.probability() * count, Double::sum);
          }
        });
    Map<String, Integer> quantised = new TreeMap<>();
    projected.forEach(
        (term, frequency) -> {
          int units = (int) Math.round(frequency / PassageFields.PROJECTION_UNIT);
          if (units > 0) {
            quantised.put(term, units);
          }
        });
    return quantised;
  }
}
