// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.papers.PaperTable;

/** Figures of the paper (Glavaš and Vulić 2019, tables 2 to 5): MAP on the same test sets. */
final class BiclaPublishedResults {
  /** MAP of AGG, table 2. */
  private static final double[] AGG = {.390, .547, .372, .374, .356, .378};

  private BiclaPublishedResults() {}

  private static PaperTable.Row row(String name, int table, double... figures) {
    Map<String, Double> cells = new LinkedHashMap<>();
    BiclaPairName[] pairs = BiclaPairName.values();
    for (int i = 0; i < pairs.length; i++) {
      if (!Double.isNaN(figures[i])) {
        cells.put(pairs[i].label(), figures[i]);
      }
    }
    return PaperTable.Row.published(name, "Glavaš and Vulić 2019, table " + table, cells);
  }

  /** Table 2: each system on the test set of the pair on which it was trained. */
  static List<PaperTable.Row> base() {
    return List.of(
        row("BiCLA", 2, .604, .665, .569, .562, .577, .575),
        row("InAtt", 2, .506, .597, .462, .495, .422, .404),
        row("TbT", 2, .490, .563, .357, .228, .142, .124),
        row("AGG", 2, AGG),
        row("QLM", 2, .303, .121, .141, .064, .054, .083));
  }

  /** Table 3: ensembles. */
  static List<PaperTable.Row> ensembles() {
    double[][] figures = {
      {.662, .802, .622, .666, .597, .675},
      {.686, .818, .653, .690, .624, .708},
      {.706, .784, .660, .691, .647, .702},
      {.651, .827, .680, .508, .396, .300},
      {.650, .832, .685, .553, .442, .351},
      {.649, .802, .687, .618, .561, .473},
      {.656, .846, .651, .599, .449, .401},
      {.685, .859, .683, .647, .525, .463},
      {.708, .845, .726, .697, .626, .568}
    };
    List<PaperTable.Row> rows = new ArrayList<>();
    for (int i = 0; i < figures.length; i++) {
      rows.add(row(BiclaEnsemble.PAPER.get(i).label(), 3, figures[i]));
    }
    rows.add(row("best ensemble", 3, .708, .859, .726, .697, .647, .708));
    return rows;
  }

  /** Table 4: rows are trained on a pair, columns are test sets. */
  static List<PaperTable.Row> transfer() {
    return matrix(
        4,
        new double[][] {
          {.604, .602, .537, .231, .177, .213},
          {.356, .665, .421, .440, .307, .419},
          {.440, .484, .569, .371, .414, .369},
          {.299, .493, .292, .562, .374, .398},
          {.365, .398, .448, .399, .577, .329},
          {.360, .604, .432, .524, .459, .575}
        });
  }

  /** Table 5: the same in an ensemble with AGG; the paper leaves out the diagonal. */
  static List<PaperTable.Row> transferEnsembles() {
    double none = Double.NaN;
    return matrix(
        5,
        new double[][] {
          {none, .818, .634, .520, .447, .518},
          {.564, none, .550, .630, .520, .624},
          {.578, .679, none, .556, .562, .537},
          {.549, .771, .529, none, .569, .594},
          {.544, .667, .562, .550, none, .499},
          {.544, .773, .534, .639, .584, none}
        });
  }

  private static List<PaperTable.Row> matrix(int table, double[][] figures) {
    List<PaperTable.Row> rows = new ArrayList<>();
    rows.add(row("AGG", table, AGG));
    BiclaPairName[] pairs = BiclaPairName.values();
    for (int i = 0; i < pairs.length; i++) {
      rows.add(row(BiclaResult.trainedOn(pairs[i]), table, figures[i]));
    }
    return rows;
  }
}
