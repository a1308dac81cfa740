// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.report.HtmlTable;

/**
 * A table of a paper: systems in rows, measured here or taken from the paper.
 *
 * @param name name for programs, in snake case
 * @param caption caption
 * @param note remarks on the figures; may be empty
 * @param columns names of the figures, the same in every row that has them
 * @param rows the systems
 * @param verdicts whether orders of the paper hold among the measured rows, a sentence for each
 */
public record PaperTable(
    String name,
    String caption,
    String note,
    List<String> columns,
    List<Row> rows,
    List<String> verdicts) {
  /** Differences with a lower p-value are marked. */
  private static final double SIGNIFICANCE_LEVEL = 0.05;

  private static final String SIGNIFICANCE_MARK = " *";

  /** With more columns than this, a terminal shows systems in columns. */
  private static final int MAX_ROWWISE_COLUMNS = 12;

  /** With more columns than this, a terminal shows no figures. */
  private static final int MAX_TEXT_COLUMNS = 60;

  /**
   * A figure.
   *
   * @param value 0 to 1
   * @param p probability of a difference from the table's baseline at least this large under the
   *     null hypothesis, corrected for multiple comparisons; NaN without a comparison
   * @param deviation standard deviation over seeds; NaN with one seed
   */
  public record Cell(double value, double p, double deviation) {
    /** Creates a figure of one seed. */
    public Cell(double value, double p) {
      this(value, p, Double.NaN);
    }

    /** Returns the mean and the deviation of a figure over seeds. */
    static Cell mean(double[] ofSeeds, double p) {
      double mean = Arrays.stream(ofSeeds).average().orElseThrow();
      return new Cell(mean, p).over(ofSeeds);
    }

    /** Returns the figure with the deviation of the figures of several seeds. */
    public Cell over(double... ofSeeds) {
      double mean = Arrays.stream(ofSeeds).average().orElseThrow();
      double squares = Arrays.stream(ofSeeds).map(one -> (one - mean) * (one - mean)).sum();
      return ofSeeds.length < 2
          ? this
          : new Cell(value, p, Math.sqrt(squares / (ofSeeds.length - 1)));
    }

    /** Returns a figure without a comparison. */
    public static Cell of(double value) {
      return new Cell(value, Double.NaN);
    }

    /** Returns the p-value, if there is one. */
    public OptionalDouble pValue() {
      return Double.isNaN(p) ? OptionalDouble.empty() : OptionalDouble.of(p);
    }

    private String percent() {
      String text = String.format(Locale.ROOT, "%.1f", 100 * value);
      if (!Double.isNaN(deviation)) {
        text += String.format(Locale.ROOT, " ± %.1f", 100 * deviation);
      }
      return p < SIGNIFICANCE_LEVEL ? text + SIGNIFICANCE_MARK : text;
    }
  }

  /**
   * A system.
   *
   * @param name name in the paper
   * @param published source of published figures; empty for figures measured here
   * @param cells its figures by column
   */
  public record Row(String name, String published, SequencedMap<String, Cell> cells) {
    public Row {
      requireNonNull(name, "name is null");
      requireNonNull(published, "published is null");
      cells = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(cells));
    }

    /** Returns a system whose figures were measured here. */
    public static Row measured(String name, SequencedMap<String, Cell> cells) {
      return new Row(name, "", cells);
    }

    /** Returns a system whose figures were measured here and are not compared. */
    public static Row of(String name, Map<String, Double> figures) {
      return published(name, "", figures);
    }

    /** Returns a system whose figures were published. */
    public static Row published(String name, String source, Map<String, Double> figures) {
      SequencedMap<String, Cell> cells = new LinkedHashMap<>();
      figures.forEach((column, value) -> cells.put(column, Cell.of(value)));
      return new Row(name, source, cells);
    }
  }

  /** Creates a table without verdicts. */
  public PaperTable(
      String name, String caption, String note, List<String> columns, List<Row> rows) {
    this(name, caption, note, columns, rows, List.of());
  }

  public PaperTable {
    verdicts = List.copyOf(verdicts);
    requireNonNull(name, "name is null");
    requireNonNull(caption, "caption is null");
    requireNonNull(note, "note is null");
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (Row row : rows) {
      if (!columns.containsAll(row.cells().keySet())) {
        throw new IllegalArgumentException(
            row.name() + " has " + row.cells().keySet() + ", expected columns of " + columns);
      }
    }
  }

  /** Returns the table with other rows. */
  public PaperTable withRows(List<Row> rows) {
    return new PaperTable(name, caption, note, columns, rows, verdicts);
  }

  /** Returns the table with verdicts on its rows. */
  public PaperTable withVerdicts(List<String> verdicts) {
    return new PaperTable(name, caption, note, columns, rows, verdicts);
  }

  private boolean hasPublished() {
    return rows.stream().anyMatch(row -> !row.published().isEmpty());
  }

  private List<String> header() {
    List<String> header = new ArrayList<>(List.of("in %"));
    header.addAll(columns);
    if (hasPublished()) {
      header.add("from");
    }
    return header;
  }

  private List<List<String>> lines() {
    List<List<String>> lines = new ArrayList<>();
    for (Row row : rows) {
      List<String> line = new ArrayList<>(List.of(row.name()));
      for (String column : columns) {
        line.add(Optional.ofNullable(row.cells().get(column)).map(Cell::percent).orElse(""));
      }
      if (hasPublished()) {
        line.add(row.published().isEmpty() ? "measured here" : row.published());
      }
      lines.add(line);
    }
    return lines;
  }

  private boolean hasSignificanceMarks() {
    return rows.stream()
        .flatMap(row -> row.cells().values().stream())
        .anyMatch(cell -> cell.p() < SIGNIFICANCE_LEVEL);
  }

  /** Returns the note, with an explanation of the marks if there are any. */
  String explanation() {
    String marks = hasSignificanceMarks() ? "*: p < 0.05 against the first row." : "";
    return (note + " " + marks).strip();
  }

  /** Returns the text for a terminal; every line ends with a line feed. */
  public String toText() {
    String explained = explanation();
    StringBuilder text = new StringBuilder(caption + "\n\n" + figuresText());
    if (!explained.isEmpty()) {
      text.append('\n').append(explained).append('\n');
    }
    if (!verdicts.isEmpty()) {
      text.append('\n');
      verdicts.forEach(verdict -> text.append(verdict).append('\n'));
    }
    return text.toString();
  }

  private String figuresText() {
    if (columns.size() > MAX_TEXT_COLUMNS) {
      return columns.size() + " columns, see the JSON and the report\n";
    }
    List<List<String>> all = new ArrayList<>(List.of(header()));
    all.addAll(lines());
    boolean turned = columns.size() > MAX_ROWWISE_COLUMNS;
    List<List<String>> shown = turned ? transposed(all) : all;
    TextTable table = new TextTable(shown.getFirst());
    shown.subList(1, shown.size()).forEach(table::row);
    return table.toString();
  }

  private static List<List<String>> transposed(List<List<String>> lines) {
    List<List<String>> turned = new ArrayList<>();
    for (int i = 0; i < lines.getFirst().size(); i++) {
      int column = i;
      turned.add(lines.stream().map(line -> line.get(column)).toList());
    }
    return turned;
  }

  /** Adds the table to a report. */
  HtmlTable toHtmlTable() {
    HtmlTable table = new HtmlTable(caption, header());
    lines().forEach(table::row);
    return table;
  }
}
