// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.lucene.document.Field;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.lexical.scoring.QueryTranslator;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.ProjectedTermStream;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.analysis.WordForms;

/**
 * Projects the term frequencies of passages to query languages at indexing time: {@code tf(e) = sum
 * over f of p(e | f) tf(f)}. Without this projection, {@code psq} computes the sum at query time;
 * with it, a query looks up only one term per word. To the language of the passage itself the
 * further {@linkplain WordForms forms} of its words are projected.
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
   * Creates a projection with the tables of an index.
   *
   * @param index name of the index, for messages
   * @param tables the tables of the index
   * @param queryCodes codes of the query languages; if empty, nothing is projected
   * @param analyzers the analyzers of the index
   * @throws IsoglossException if one of the languages has no table
   */
  public static TermProjection of(
      String index,
      Supplier<IndexTranslationTables> tables,
      Collection<String> queryCodes,
      LanguageAnalyzers analyzers) {
    IndexTranslationTables opened =
        queryCodes.isEmpty() ? IndexTranslationTables.EMPTY : tables.get();
    for (String code : queryCodes) {
      if (!opened.languages().contains(code)) {
        throw new IsoglossException(
            index
                + ": frequencies are to be projected to "
                + code
                + ", but no table of the index has that language; add a translation table with"
                + " that language first");
      }
    }
    return new TermProjection(queryCodes, opened, analyzers);
  }

  /**
   * Returns the projected terms of a passage by query language: for the language of the passage the
   * further forms of its words, and for each of the query languages with a table for the language
   * of the passage its translations. The frequencies are in units of {@link
   * PassageFields#PROJECTION_UNIT}, 1 or more.
   */
  public Map<String, SortedMap<String, Integer>> terms(Passage passage) {
    String code = passage.language().code();
    String text = passage.titledText();
    Map<String, SortedMap<String, Integer>> terms = new LinkedHashMap<>();
    analyzers
        .forms(code)
        .map(forms -> quantised(forms.frequencies(text)))
        .filter(forms -> !forms.isEmpty())
        .ifPresent(forms -> terms.put(code, forms));
    for (String queryCode : queryCodes) {
      Optional<QueryTranslator> translator = tables.find(queryCode, code);
      if (translator.isPresent()) {
        List<QueryTerms.Token> tokens = QueryTerms.tokens(analyzers.forLanguage(code), text);
        terms.put(queryCode, quantiseFrequencies(tokens, translator.get()));
      }
    }
    return terms;
  }

  /**
   * Returns the Lucene fields of the projected terms of a passage.
   *
   * @param length number of terms of the passage in its own language; called when a field is
   *     indexed
   */
  List<Field> fields(Passage passage, IntSupplier length) {
    List<Field> fields = new ArrayList<>();
    terms(passage)
        .forEach(
            (queryCode, terms) ->
                fields.add(
                    new Field(
                        PassageFields.projectedField(queryCode, passage.language().code()),
                        new ProjectedTermStream(terms, length),
                        PassageFields.ANALYSED_TYPE)));
    return fields;
  }

  private static SortedMap<String, Integer> quantiseFrequencies(
      List<QueryTerms.Token> tokens, QueryTranslator translator) {
    Map<String, Integer> counts = new HashMap<>();
    tokens.forEach(token -> counts.merge(token.term(), 1, Integer::sum));
    Map<String, Double> projected = new TreeMap<>();
    counts.forEach(
        (term, count) -> {
          for (Translation queryWord : translator.queryWordsFor(term)) {
            projected.merge(
                queryWord.word(), (double) queryWord.probability() * count, Double::sum);
          }
        });
    return quantised(projected);
  }

  private static SortedMap<String, Integer> quantised(Map<String, Double> frequencies) {
    SortedMap<String, Integer> quantised = new TreeMap<>();
    frequencies.forEach(
        (term, frequency) -> {
          int units = (int) Math.round(frequency / PassageFields.PROJECTION_UNIT);
          if (units > 0) {
            quantised.put(term, units);
          }
        });
    return quantised;
  }
}
