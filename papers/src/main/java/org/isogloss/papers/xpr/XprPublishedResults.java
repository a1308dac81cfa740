// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.papers.PaperTable;

/** Figures of the paper (Chen et al. 2020, tables 3 and 4), for English and Chinese. */
final class XprPublishedResults {
  static final String ACC_1 = "acc@1";
  static final String ACC_10 = "acc@10";
  static final String MRR = "MRR";
  static final String MAP = "MAP";

  private static final String BASE = "mBERT";

  private XprPublishedResults() {}

  /** Table 3: InsuranceQA. */
  static List<PaperTable.Row> inDomain() {
    return List.of(
        row(XprVariant.MERGED, "table 3, InsuranceQA", .2529, .5218, .3457, .2881),
        row(XprVariant.CASCADE, "table 3, InsuranceQA", .2542, .5385, .3522, .2943),
        row(XprVariant.MIXED, "table 3, InsuranceQA", .2695, .6492, .3951, .3455),
        row(XprVariant.XPI_MERGED, "table 3, InsuranceQA", .2683, .5914, .3772, .3214),
        row(XprVariant.XPI_CASCADE, "table 3, InsuranceQA", .2449, .5680, .3534, .2991),
        row(XprVariant.XPI_MIXED, "table 3, InsuranceQA", .2843, .6738, .4086, .3610));
  }

  /** Table 4: out-of-domain test sets. */
  static List<PaperTable.Row> outOfDomain(String set) {
    return switch (set) {
      case "BiPaR" ->
          List.of(
              row(XprVariant.MIXED, "table 4", .1513, .3950, .2341, .2341),
              row(XprVariant.XPI_MIXED, "table 4", .1707, .4273, .2595, .2595));
      case "MLQA" ->
          List.of(
              row(XprVariant.MIXED, "table 4", .2996, .5893, .3948, .3948),
              row(XprVariant.XPI_MIXED, "table 4", .3333, .6468, .4304, .4304));
      case "XQuAD" ->
          List.of(
              row(XprVariant.MIXED, "table 4", .479, .8319, .5981, .5981),
              row(XprVariant.XPI_MIXED, "table 4", .5664, .8840, .6780, .6780));
      default -> List.of();
    };
  }

  private static PaperTable.Row row(
      XprVariant row, String table, double first, double firstTen, double mrr, double map) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(ACC_1, first);
    figures.put(ACC_10, firstTen);
    figures.put(MRR, mrr);
    figures.put(MAP, map);
    return PaperTable.Row.published(row.label(BASE), "Chen et al. 2020, " + table, figures);
  }
}
