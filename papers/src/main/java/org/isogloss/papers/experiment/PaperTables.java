// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.neural.recipe.Default;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.resource.PaperResources;

/**
 * Creates the tables of a paper: rows that were measured here, followed by those that the paper has
 * in its table of the same name. The resource {@code tables.yaml} has their captions and notes, in
 * which {@code {name}} is replaced by a text that several tables share, or by a value.
 */
public final class PaperTables {
  private final Resource texts;
  private final PublishedFigures published;
  private final Map<String, String> values;
  private final SignificanceTest test;
  private final long seed;

  /**
   * All texts of a paper.
   *
   * @param shared parts of texts by name
   * @param tables texts by table
   */
  public record Resource(Map<String, String> shared, Map<String, Texts> tables) {}

  /**
   * The texts of one table.
   *
   * @param order the order of systems that the paper states, the best first; without it, that of
   *     its published figures
   * @param againstFirst whether the paper compares each system with the first row, not with the
   *     next one
   */
  public record Texts(
      String caption,
      @Default("") String note,
      List<String> order,
      @Default("false") boolean againstFirst) {}

  private PaperTables(
      Resource texts,
      PublishedFigures published,
      Map<String, String> values,
      SignificanceTest test,
      long seed) {
    this.texts = texts;
    this.published = published;
    this.values = values;
    this.test = test;
    this.seed = seed;
  }

  /**
   * Reads the texts and the published figures of a paper.
   *
   * @param paper a class in the package of the resources
   * @param test the test by which systems are compared
   * @param seed seed of the randomisation tests
   */
  public static PaperTables of(Class<?> paper, SignificanceTest test, long seed) {
    return new PaperTables(
        PaperResources.read(paper, "tables.yaml", Map.of(), Resource.class),
        PublishedFigures.of(paper),
        Map.of(),
        test,
        seed);
  }

  /** Returns tables without published figures, for data to which they are unrelated. */
  public PaperTables withoutPublished() {
    return new PaperTables(texts, PublishedFigures.NONE, values, test, seed);
  }

  /** Returns tables with a further value in their texts. */
  public PaperTables with(String name, Object value) {
    Map<String, String> all = new HashMap<>(values);
    all.put(name, value.toString());
    return new PaperTables(texts, published, all, test, seed);
  }

  /** Returns a table whose texts and published rows are those of its name. */
  public PaperTable table(String name, Collection<String> columns, List<PaperTable.Row> rows) {
    return table(name, name, columns, rows);
  }

  /**
   * Returns a table.
   *
   * @param text name of its texts
   */
  public PaperTable table(
      String name, String text, Collection<String> columns, List<PaperTable.Row> rows) {
    Texts found = requireNonNull(texts.tables().get(text), text);
    return new PaperTable(
        name,
        filled(found.caption()),
        filled(found.note()),
        List.copyOf(columns),
        aligned(rows, published.rows(name, columns)));
  }

  /** Returns measured rows, each followed by the published one of the same system, then others. */
  private static List<PaperTable.Row> aligned(
      List<PaperTable.Row> measured, List<PaperTable.Row> published) {
    Set<String> names = measured.stream().map(PaperTable.Row::name).collect(Collectors.toSet());
    Map<String, List<PaperTable.Row>> bySystem = new HashMap<>();
    List<PaperTable.Row> others = new ArrayList<>();
    for (PaperTable.Row row : published) {
      PublishedOrder.find(row.name(), names)
          .map(name -> bySystem.computeIfAbsent(name, key -> new ArrayList<>()))
          .orElse(others)
          .add(row);
    }
    List<PaperTable.Row> all = new ArrayList<>();
    for (PaperTable.Row row : measured) {
      all.add(row);
      all.addAll(bySystem.getOrDefault(row.name(), List.of()));
    }
    all.addAll(others);
    return all;
  }

  private String filled(String text) {
    return replace(replace(text, values), texts.shared()).strip();
  }

  private static String replace(String text, Map<String, String> values) {
    String result = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      result = result.replace("{" + value.getKey() + "}", value.getValue());
    }
    return result;
  }

  /** Returns a table of figures that are not compared: by row, then by column. */
  public PaperTable figures(
      String name, SequencedMap<String, ? extends Map<String, Double>> figures) {
    return figures(name, name, figures);
  }

  /**
   * Returns a table of figures that are not compared.
   *
   * @param text name of its texts
   */
  public PaperTable figures(
      String name, String text, SequencedMap<String, ? extends Map<String, Double>> figures) {
    List<PaperTable.Row> rows = new ArrayList<>();
    Set<String> columns = new LinkedHashSet<>();
    figures.forEach(
        (row, cells) -> {
          rows.add(PaperTable.Row.of(row, cells));
          columns.addAll(cells.keySet());
        });
    return table(name, text, columns, rows);
  }

  /**
   * Returns a table of systems, which are compared with the first one.
   *
   * @param columns columns, and the benchmark of which each is the average
   */
  public PaperTable compared(
      String name,
      SequencedMap<String, SystemMeasurements> systems,
      SequencedMap<String, String> columns) {
    return compared(name, systems, columns, Set.of());
  }

  /**
   * Returns such a table.
   *
   * @param translated benchmarks in which item i of a part is the translation of item i of the
   *     others; items are exchanged in all parts together if all have as many
   */
  public PaperTable compared(
      String name,
      SequencedMap<String, SystemMeasurements> systems,
      SequencedMap<String, String> columns,
      Set<String> translated) {
    return compared(name, systems, columns, test.of(systems, translated, seed));
  }

  /** Returns such a table, whose systems are compared by another test. */
  public PaperTable compared(
      String name,
      SequencedMap<String, SystemMeasurements> systems,
      SequencedMap<String, String> columns,
      PairwiseTest test) {
    BaselineComparison comparison = new BaselineComparison(systems, columns, test);
    return table(name, columns.keySet(), comparison.rows())
        .withVerdicts(verdicts(name, comparison));
  }

  private List<String> verdicts(String name, BaselineComparison comparison) {
    Texts found = texts.tables().get(name);
    return new PublishedOrder(
            comparison,
            published.rows(name, comparison.columns().keySet()),
            found.order(),
            found.againstFirst())
        .verdicts();
  }

  /**
   * Returns a table of systems of which some columns are compared.
   *
   * @param columns all columns; others than the compared ones have the names of their figures
   */
  public PaperTable compared(
      String name,
      List<String> columns,
      SequencedMap<String, SystemMeasurements> systems,
      SequencedMap<String, String> comparedColumns) {
    List<PaperTable.Row> rows = new ArrayList<>();
    BaselineComparison comparison =
        new BaselineComparison(systems, comparedColumns, test.of(systems, Set.of(), seed));
    for (PaperTable.Row row : comparison.rows()) {
      SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>(row.cells());
      SystemMeasurements figures = systems.get(row.name());
      columns.stream()
          .filter(column -> !cells.containsKey(column) && figures.has(column))
          .forEach(column -> cells.put(column, PaperTable.Cell.of(figures.macroAverage(column))));
      rows.add(PaperTable.Row.measured(row.name(), cells));
    }
    return table(name, columns, rows).withVerdicts(verdicts(name, comparison));
  }

  /** Returns columns with the names of their benchmarks. */
  public static SequencedMap<String, String> columns(Collection<String> benchmarks) {
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    benchmarks.forEach(benchmark -> columns.put(benchmark, benchmark));
    return columns;
  }
}
