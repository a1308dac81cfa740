// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.papers.PaperTable;

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

  private static PaperTable.Row row(String name, String source, double tatoeba, double bucc) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(TATOEBA, tatoeba);
    figures.put(BUCC, bucc);
    return PaperTable.Row.published(name, source, figures);
  }
}
