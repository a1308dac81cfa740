package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
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
 * A table as a paper has it: systems below each other, measured here or taken from the paper.
 *
 * @param name for programs, in snake case
 * @param caption what it shows
 * @param note what to know when its figures are read; may be empty
 * @param columns names of the figures, the same in every row that has them
 * @param rows the systems
 */
public record PaperTable(
    String name, String caption, String note, List<String> columns, List<Row> rows) {
  /** Below this a difference is marked. */
  private static final double SIGNIFICANCE_LEVEL = 0.05;

  private static final String SIGNIFICANCE_MARK = " *";

  /** With more columns than this, a terminal shows systems side by side. */
  private static final int MAX_ROWWISE_COLUMNS = 12;

  /** With more columns than this, a terminal shows none. */
  private static final int MAX_TEXT_COLUMNS = 60;

  /**
   * A figure.
   *
   * @param value 0 to 1
   * @param p how likely so large a difference to the table's baseline would be if there were none,
   *     corrected for the number of comparisons; not a number where nothing was compared
   */
  public record Cell(double value, double p) {
    /** A figure that is compared with none. */
    public static Cell of(double value) {
      return new Cell(value, Double.NaN);
    }

    /** The p-value, where there is one. */
    public OptionalDouble pValue() {
      return Double.isNaN(p) ? OptionalDouble.empty() : OptionalDouble.of(p);
    }

    private String percent() {
      String text = String.format(Locale.ROOT, "%.1f", 100 * value);
      return p < SIGNIFICANCE_LEVEL ? text + SIGNIFICANCE_MARK : text;
    }
  }

  /**
   * A system.
   *
   * @param name as the paper calls it
   * @param published where its figures were published; empty where they were measured here
   * @param cells its figures by column
   */
  public record Row(String name, String published, SequencedMap<String, Cell> cells) {
    public Row {
      requireNonNull(name, "name is null");
      requireNonNull(published, "published is null");
      cells = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(cells));
    }

    /** A system whose figures were measured here. */
    public static Row measured(String name, SequencedMap<String, Cell> cells) {
      return new Row(name, "", cells);
    }

    /** A system whose figures were published. */
    public static Row published(String name, String source, Map<String, Double> figures) {
      SequencedMap<String, Cell> cells = new LinkedHashMap<>();
      figures.forEach((column, value) -> cells.put(column, Cell.of(value)));
      return new Row(name, source, cells);
    }
  }

  public PaperTable {
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

  /** What is to be known, with what the marks mean where there are any. */
  String explanation() {
    String marks = hasSignificanceMarks() ? "*: p < 0.05 against the first row." : "";
    return (note + " " + marks).strip();
  }

  /** What a terminal shows, every line with its end. */
  public String toText() {
    String explained = explanation();
    return caption + "\n\n" + figuresText() + (explained.isEmpty() ? "" : "\n" + explained + "\n");
  }

  private String figuresText() {
    if (columns.size() > MAX_TEXT_COLUMNS) {
      return columns.size() + " columns, which the JSON and the report have\n";
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

  /** What a report shows. */
  HtmlTable toHtmlTable() {
    HtmlTable table = new HtmlTable(caption, header());
    lines().forEach(table::row);
    return table;
  }
}
