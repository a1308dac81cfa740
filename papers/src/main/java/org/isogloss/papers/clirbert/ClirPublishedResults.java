// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.papers.PaperTable;

/** Figures of the paper (Jiang et al. 2020, tables 2 to 4), for Lithuanian documents. */
final class ClirPublishedResults {
  private ClirPublishedResults() {}

  /** Table 2: classification. */
  static List<PaperTable.Row> classification() {
    return List.of(
        classificationRow(ClirVariant.BERT, .953, .93, .07, .02, .98),
        classificationRow(ClirVariant.DOT_PRODUCT, .842, .74, .26, .07, .93),
        classificationRow(ClirVariant.QRANN, .873, .73, .27, .003, .997));
  }

  private static PaperTable.Row classificationRow(
      ClirVariant row, double accuracy, double... confusion) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(ClirMeasures.ACCURACY, accuracy);
    for (int i = 0; i < confusion.length; i++) {
      figures.put(ClirMeasures.CONFUSION.get(i), confusion[i]);
    }
    return row(row.label(), 2, figures);
  }

  /** Table 3: MAP. */
  static List<PaperTable.Row> ranking() {
    return List.of(
        rankingRow(ClirVariant.PROBABILISTIC_CLIR, .574, .612),
        rankingRow(ClirVariant.PROBABILISTIC_OCCURRENCE, .514, .569),
        rankingRow(ClirVariant.BERT, .613, .568),
        rankingRow(ClirVariant.DOT_PRODUCT, .508, .392),
        rankingRow(ClirVariant.QRANN, .558, .455));
  }

  private static PaperTable.Row rankingRow(ClirVariant row, double phrases, double all) {
    return row(
        row.label(), 3, Map.of(ClirMeasures.MAP_PHRASES, phrases, ClirMeasures.MAP_ALL, all));
  }

  /** Table 4: MQWV, the columns of text. */
  static List<PaperTable.Row> detection() {
    return List.of(
        detectionRow(ClirResult.BEST_NON_NEURAL, .663, .688),
        detectionRow(ClirVariant.BERT.label(), .657, .618),
        detectionRow(ClirVariant.DOT_PRODUCT.label(), .610, .561),
        detectionRow(ClirVariant.QRANN.label(), .623, .572));
  }

  private static PaperTable.Row detectionRow(String row, double analysis, double development) {
    return row(
        row,
        4,
        Map.of(ClirMeasures.MQWV_ANALYSIS, analysis, ClirMeasures.MQWV_DEVELOPMENT, development));
  }

  private static PaperTable.Row row(String name, int table, Map<String, Double> figures) {
    return PaperTable.Row.published(name, "Jiang et al. 2020, table " + table, figures);
  }
}
