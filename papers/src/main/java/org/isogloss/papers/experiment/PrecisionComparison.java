// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.isogloss.papers.PaperTable;
import org.isogloss.runtime.export.Precision;

/**
 * Measures systems with a transformer in single precision, the reference, and in eight bits.
 * Figures in eight bits have the names of the others with a suffix.
 */
public final class PrecisionComparison {
  /** Name of the setting that says in which precision the figures are. */
  public static final String SETTING = "precision of the trained transformers";

  /** Value of {@link #SETTING}. */
  public static final String DESCRIPTION = "single; in a table of its own also eight bits";

  /** Suffix of figures and systems in eight bits. */
  static final String SUFFIX = ", int8";

  private PrecisionComparison() {}

  /** Returns the measurements of a system in both precisions. */
  public static SystemMeasurements measure(Function<Precision, SystemMeasurements> measurement) {
    return measurement
        .apply(Precision.FP32)
        .with(measurement.apply(Precision.INT8).renamed(name -> name + SUFFIX));
  }

  /** Returns the suffix of a file of scores, so that both precisions have their own. */
  public static String fileSuffix(Precision precision) {
    return switch (precision) {
      case FP32 -> "";
      case INT8 -> "-int8";
    };
  }

  /**
   * Returns the table of both precisions: for each figure a column in single precision and one in
   * eight bits, for each system measured in both a row.
   *
   * @param systems measurements by name of the system
   * @param figures names of the figures
   */
  public static PaperTable table(
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
    return new PaperTable(
        "int8",
        "The same systems in single precision and in eight bits (int8)",
        "All other tables are in single precision.",
        columns,
        rows);
  }
}
