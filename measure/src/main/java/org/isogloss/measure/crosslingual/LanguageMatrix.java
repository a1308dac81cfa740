// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.isogloss.core.Language;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;

/** A matrix of values for pairs of query language (row) and document language (column). */
public final class LanguageMatrix {
  private final Map<Language, Map<Language, Double>> cells = new LinkedHashMap<>();
  private final Set<Language> columns = new LinkedHashSet<>();

  /** Creates a matrix without cells. */
  public LanguageMatrix() {}

  /**
   * Evaluates a run for each language pair. The cell of X and Y evaluates the queries in X with the
   * documents in Y only, as if the collection contained no others. Only queries with a relevant
   * document in Y are included; a query without hits in Y counts as 0. Rows and columns are in the
   * order of the language codes.
   *
   * @param queryLanguage maps the id of a query to its language
   * @param documentLanguage maps the id of a document to its language
   */
  public static LanguageMatrix of(
      Qrels qrels,
      Run run,
      Function<String, Language> queryLanguage,
      Function<String, Language> documentLanguage,
      Measure measure,
      int relevanceLevel) {
    Map<String, Language> queryLanguages = new TreeMap<>();
    Map<String, Language> documentLanguages = new TreeMap<>();
    for (String query : qrels.queries()) {
      Language from = queryLanguage.apply(query);
      queryLanguages.put(from.tag(), from);
      qrels.judgements(query).stream()
          .filter(judgement -> judgement.grade() >= relevanceLevel)
          .map(judgement -> documentLanguage.apply(judgement.documentId()))
          .forEach(to -> documentLanguages.put(to.tag(), to));
    }
    EvaluationOptions options = new EvaluationOptions(true, relevanceLevel);
    LanguageMatrix matrix = new LanguageMatrix();
    for (Language to : documentLanguages.values()) {
      Qrels languageQrels =
          qrels.filter((query, document) -> documentLanguage.apply(document).equals(to));
      Run languageRun =
          run.filter((query, document) -> documentLanguage.apply(document).equals(to));
      for (Language from : queryLanguages.values()) {
        BiPredicate<String, String> included =
            (query, document) ->
                queryLanguage.apply(query).equals(from)
                    && languageQrels.hasRelevant(query, relevanceLevel);
        Qrels judged = languageQrels.filter(included);
        if (judged.size() > 0) {
          Evaluation evaluation =
              Evaluation.of(judged, languageRun.filter(included), List.of(measure), options);
          matrix.put(from, to, evaluation.value(measure));
        }
      }
    }
    return matrix.sorted();
  }

  /** Sorts rows and columns by language code. */
  private LanguageMatrix sorted() {
    LanguageMatrix sorted = new LanguageMatrix();
    Map<String, Language> order = new TreeMap<>();
    columns.forEach(language -> order.put(language.tag(), language));
    sorted.columns.addAll(order.values());
    Map<String, Language> rows = new TreeMap<>();
    cells.keySet().forEach(language -> rows.put(language.tag(), language));
    rows.values()
        .forEach(row -> cells.get(row).forEach((column, value) -> sorted.put(row, column, value)));
    return sorted;
  }

  /** Sets a cell; a new language is appended as the last row or column. */
  public LanguageMatrix put(Language queries, Language documents, double value) {
    requireNonNull(queries, "queries is null");
    columns.add(requireNonNull(documents, "documents is null"));
    cells.computeIfAbsent(queries, language -> new LinkedHashMap<>()).put(documents, value);
    return this;
  }

  /** The query languages. */
  public List<Language> rows() {
    return List.copyOf(cells.keySet());
  }

  /** The document languages. */
  public List<Language> columns() {
    return List.copyOf(columns);
  }

  /** The value of a cell; empty if the pair was not evaluated. */
  public OptionalDouble value(Language queries, Language documents) {
    Double value = cells.getOrDefault(queries, Map.of()).get(documents);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** The mean of the cells of a query language; 0 if there are none. */
  public double rowMean(Language queries) {
    return mean(columns.stream().flatMapToDouble(column -> stream(queries, column)));
  }

  /** The mean of the cells of a document language; 0 if there are none. */
  public double columnMean(Language documents) {
    return mean(cells.keySet().stream().flatMapToDouble(row -> stream(row, documents)));
  }

  /** The mean of all cells; 0 if there are none. */
  public double mean() {
    return meanWhere((row, column) -> true);
  }

  /** The mean of the cells whose languages are equal. */
  public double monolingualMean() {
    return meanWhere(Language::equals);
  }

  /** The mean of the cells whose languages differ. */
  public double crossLingualMean() {
    return meanWhere((row, column) -> !row.equals(column));
  }

  private double meanWhere(BiPredicate<Language, Language> included) {
    List<Double> values = new ArrayList<>();
    cells.forEach(
        (row, rowCells) ->
            rowCells.forEach(
                (column, value) -> {
                  if (included.test(row, column)) {
                    values.add(value);
                  }
                }));
    return mean(values.stream().mapToDouble(Double::doubleValue));
  }

  private DoubleStream stream(Language row, Language column) {
    return value(row, column).stream();
  }

  private static double mean(DoubleStream values) {
    return values.average().orElse(0);
  }
}
