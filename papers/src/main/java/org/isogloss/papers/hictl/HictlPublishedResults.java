// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.hictl.task.UnderstandingTask;

/** Figures of the paper on sentence retrieval (Wei et al. 2021, table 2, zero-shot). */
final class HictlPublishedResults {
  static final String TATOEBA = "Tatoeba Acc.";
  static final String BUCC = "BUCC F1";

  private static final String XTREME = "Hu et al. 2020, in Wei et al. 2021, table 2";
  private static final String HICTL = "Wei et al. 2021, table 2";

  private HictlPublishedResults() {}

  static List<PaperTable.Row> rows() {
    return List.of(
        row("mBERT", XTREME, .387, .567),
        row("XLM", XTREME, .326, .568),
        row("XLM-R", XTREME, .573, .660),
        row("HICTL (24 layers, from XLM-R)", HICTL, .597, .684));
  }

  /** Returns the rows of table 2 for fine-tuned tasks, trained on English. */
  static List<PaperTable.Row> taskRows(List<String> columns) {
    return List.of(
        tasks(columns, "mBERT", XTREME, .654, .703, .622, .645, .494, .597, .439),
        tasks(columns, "XLM", XTREME, .691, .701, .612, .598, .443, .436, .291),
        tasks(columns, "XLM-R", XTREME, .792, .738, .654, .766, .608, .651, .450),
        tasks(columns, "HICTL (12 layers)", HICTL, .773, .714, .641, .735, .587, .619, .428),
        tasks(columns, "HICTL (24 layers)", HICTL, .810, .748, .662, .779, .617, .660, .457));
  }

  private static PaperTable.Row tasks(
      List<String> columns, String name, String source, double... values) {
    List<String> all = new ArrayList<>();
    for (UnderstandingTask task : UnderstandingTask.values()) {
      all.add(task.column());
      if (task.hasAnswers()) {
        all.add(task.exactColumn());
      }
    }
    return publishedRow(columns, all, name, source, values);
  }

  /** Returns the rows of table 3, accuracy on XNLI by language, trained on English. */
  static List<PaperTable.Row> xnliRows(List<String> columns) {
    List<String> languages =
        List.of(
            "en", "fr", "es", "de", "el", "bg", "ru", "tr", "ar", "vi", "th", "zh", "hi", "sw",
            "ur", "average");
    String table = "Wei et al. 2021, table 3";
    return List.of(
        publishedRow(
            columns, languages, "XLM", table, .850, .787, .789, .778, .766, .774, .753, .725, .731,
            .761, .732, .765, .696, .684, .673, .751),
        publishedRow(
            columns,
            languages,
            "XLM-R (12 layers)",
            table,
            .858,
            .797,
            .807,
            .787,
            .775,
            .796,
            .781,
            .742,
            .738,
            .765,
            .746,
            .767,
            .724,
            .665,
            .683,
            .762),
        publishedRow(
            columns,
            languages,
            "HICTL (12 layers)",
            table,
            .863,
            .805,
            .813,
            .795,
            .789,
            .806,
            .790,
            .754,
            .748,
            .774,
            .757,
            .776,
            .731,
            .699,
            .697,
            .773));
  }

  /** Returns a row with those of its figures that a table has columns for. */
  private static PaperTable.Row publishedRow(
      List<String> columns, List<String> names, String name, String source, double... values) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      if (columns.contains(names.get(i))) {
        figures.put(names.get(i), values[i]);
      }
    }
    return PaperTable.Row.published(name, source, figures);
  }

  private static PaperTable.Row row(String name, String source, double tatoeba, double bucc) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(TATOEBA, tatoeba);
    figures.put(BUCC, bucc);
    return PaperTable.Row.published(name, source, figures);
  }
}
