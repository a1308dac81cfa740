// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.ScoringPrecision;
import org.isogloss.runtime.export.Precision;

/**
 * Measures systems with a transformer in single precision, the reference, and in eight bits.
 * Figures in eight bits have the names of the others with a suffix.
 */
public final class PrecisionComparison {
  /** Name of the setting that says in which precision the figures are. */
  static final String SETTING = "precision of the trained transformers";

  /** Suffix of figures and systems in eight bits, beside those in single precision. */
  public static final String SUFFIX = ", int8";

  private static final String TABLE = "int8";

  private PrecisionComparison() {}

  /** Returns the measurements of a system in one precision, or in both. */
  public static SystemMeasurements measure(
      ScoringPrecision precision, Function<Precision, SystemMeasurements> measurement) {
    SystemMeasurements measured = measurement.apply(precision.precisions().getFirst());
    return precision == ScoringPrecision.BOTH
        ? measured.with(measurement.apply(Precision.INT8).renamed(name -> name + SUFFIX))
        : measured;
  }

  /** Returns the suffix of a file of scores, so that both precisions have their own. */
  public static String fileSuffix(Precision precision) {
    return switch (precision) {
      case FP32 -> "";
      case INT8 -> "-int8";
    };
  }

  /** Adds the table of both precisions to a page, if the result has it. */
  public static void addTo(HtmlReport report, PaperResult result) {
    if (result.tables().stream().anyMatch(table -> table.name().equals(TABLE))) {
      result.addSection(report, "Precision", TABLE);
    }
  }

  /**
   * Returns the table of both precisions: for each figure a column in single precision and one in
   * eight bits, for each system measured in both a row. Empty if no system is.
   *
   * @param systems measurements by name of the system
   * @param figures names of the figures
   */
  public static Optional<PaperTable> table(
      SequencedMap<String, SystemMeasurements> systems, Collection<String> figures) {
    List<String> columns = new ArrayList<>();
    figures.forEach(figure -> columns.addAll(List.of(figure, figure + SUFFIX)));
    List<PaperTable.Row> rows = new ArrayList<>();
    systems.forEach(
        (name, measured) -> {
          SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
          for (String figure : figures) {
            if (measured.has(figure + SUFFIX)) {
              cells.put(figure, PaperTable.Cell.of(measured.macroAverage(figure)));
              cells.put(
                  figure + SUFFIX, PaperTable.Cell.of(measured.macroAverage(figure + SUFFIX)));
            }
          }
          if (!cells.isEmpty()) {
            rows.add(PaperTable.Row.measured(name, cells));
          }
        });
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new PaperTable(
                TABLE,
                "The same systems in single precision and in eight bits (int8)",
                "All other tables are in single precision.",
                columns,
                rows));
  }
}
