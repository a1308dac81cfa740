// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.xpr.XprPaper;
import org.junit.jupiter.api.Test;

/** Texts and published rows of XPR. */
class PaperTablesTest {
  private final PaperTables tables =
      PaperTables.of(XprPaper.class, SignificanceTest.RANDOMISATION, 1)
          .with("test", "InsuranceQA")
          .with("sizes", "2 queries")
          .with("candidates", "answers")
          .with("published", "{insuranceqa} ");

  @Test
  void fillsTextsAndAddsPublishedRows() {
    SequencedMap<String, Map<String, Double>> figures = new LinkedHashMap<>();
    figures.put("ours", Map.of("MRR", .25));
    PaperTable table = tables.figures("table3", figures);
    assertThat(table.caption()).isEqualTo("Table 3: in-domain re-ranking (InsuranceQA)");
    assertThat(table.note())
        .startsWith("2 queries. Candidates: answers. The published figures are of InsuranceQA:")
        .endsWith("corrected by Holm over the table.")
        .doesNotContain("{");
    assertThat(table.columns()).containsExactly("MRR");
    assertThat(table.rows())
        .extracting(PaperTable.Row::name)
        .hasSize(7)
        .startsWith("ours", "mBERT+Merged Training");
    assertThat(table.rows().get(1).cells()).as("only the columns of ours").containsOnlyKeys("MRR");
    assertThat(tables.withoutPublished().figures("table3", figures).rows()).hasSize(1);
  }

  @Test
  void placesPublishedRowsAfterTheMeasuredOnesOfTheSameSystem() {
    SequencedMap<String, Map<String, Double>> figures = new LinkedHashMap<>();
    figures.put("compact+XPI+Mixed Training", Map.of("MRR", .5));
    figures.put("compact+Mixed Training", Map.of("MRR", .25));
    figures.put("dense", Map.of("MRR", .2));
    assertThat(tables.figures("table3", figures).rows())
        .extracting(PaperTable.Row::name)
        .startsWith(
            "compact+XPI+Mixed Training",
            "mBERT+XPI+Mixed Training",
            "compact+Mixed Training",
            "mBERT+Mixed Training",
            "dense",
            "mBERT+Merged Training");
  }

  @Test
  void rejectsATableWithoutTexts() {
    assertThatThrownBy(() -> tables.table("table9", List.of(), List.of()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("table9");
  }
}
