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

/** A figure for each pair of query language (row) and document language (column). */
public final class LanguageMatrix {
  private final Map<Language, Map<Language, Double>> cells = new LinkedHashMap<>();
  private final Set<Language> columns = new LinkedHashSet<>();

  /** A matrix without cells. */
  public LanguageMatrix() {}

  /**
   * Measures a run pair by pair: in the cell of X and Y the queries in X are judged by their
   * documents in Y alone, as if the others were not in the collection. Only queries with a relevant
   * document in Y count, and they count 0 where nothing in Y was found. Rows and columns stand in
   * the order of the language codes.
   *
   * @param queryLanguage the language of a query by its id
   * @param documentLanguage the language of a document by its id
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
      Qrels judgedThere =
          qrels.filter((query, document) -> documentLanguage.apply(document).equals(to));
      Run foundThere = run.filter((query, document) -> documentLanguage.apply(document).equals(to));
      for (Language from : queryLanguages.values()) {
        BiPredicate<String, String> counts =
            (query, document) ->
                queryLanguage.apply(query).equals(from)
                    && judgedThere.hasRelevant(query, relevanceLevel);
        Qrels judged = judgedThere.filter(counts);
        if (judged.size() > 0) {
          Evaluation evaluation =
              Evaluation.of(judged, foundThere.filter(counts), List.of(measure), options);
          matrix.put(from, to, evaluation.value(measure));
        }
      }
    }
    return matrix.sorted();
  }

  /** The same cells with rows and columns in the order of the language codes. */
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

  /** Sets a cell; a language not seen before gets a row or column behind the others. */
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

  /** A cell, empty where the pair was not measured. */
  public OptionalDouble value(Language queries, Language documents) {
    Double value = cells.getOrDefault(queries, Map.of()).get(documents);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** The mean of a query language's cells, 0 where there are none. */
  public double rowMean(Language queries) {
    return mean(columns.stream().flatMapToDouble(column -> stream(queries, column)));
  }

  /** The mean of a document language's cells, 0 where there are none. */
  public double columnMean(Language documents) {
    return mean(cells.keySet().stream().flatMapToDouble(row -> stream(row, documents)));
  }

  /** The mean of all cells, 0 where there are none. */
  public double mean() {
    return meanWhere((row, column) -> true);
  }

  /** The mean of the cells where both languages are the same. */
  public double monolingualMean() {
    return meanWhere(Language::equals);
  }

  /** The mean of the cells where the languages differ. */
  public double crossLingualMean() {
    return meanWhere((row, column) -> !row.equals(column));
  }

  private double meanWhere(BiPredicate<Language, Language> counts) {
    List<Double> values = new ArrayList<>();
    cells.forEach(
        (row, ofRow) ->
            ofRow.forEach(
                (column, value) -> {
                  if (counts.test(row, column)) {
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
