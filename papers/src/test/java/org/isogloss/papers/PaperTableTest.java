// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.measure.report.HtmlReport;
import org.junit.jupiter.api.Test;

class PaperTableTest {
  private static PaperTable table() {
    SequencedMap<String, PaperTable.Cell> ours = new LinkedHashMap<>();
    ours.put("Acc.", new PaperTable.Cell(0.6123, 0.01));
    ours.put("F1", new PaperTable.Cell(0.5, 0.2));
    return new PaperTable(
        "retrieval",
        "Retrieval",
        "Measurements of a test.",
        List.of("Acc.", "F1"),
        List.of(
            PaperTable.Row.published("HICTL", "Wei et al. 2021", Map.of("Acc.", 0.597)),
            PaperTable.Row.measured("ours", ours)));
  }

  @Test
  void tableShowsPublishedAndMeasuredFigures() {
    assertThat(table().toText())
        .isEqualTo(
            """
            Retrieval

            in %     Acc.    F1             from
            HICTL    59.7        Wei et al. 2021
            ours   61.2 *  50.0    measured here

            Measurements of a test. *: p < 0.05 against the first row.
            """);
  }

  @Test
  void showsDeviationsOverSeedsAndVerdicts() {
    SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
    cells.put("Acc.", new PaperTable.Cell(.5, .01).over(.4, .5, .6));
    cells.put("F1", PaperTable.Cell.of(.5).over(.5));
    assertThat(cells.get("Acc.").deviation()).isCloseTo(.1, within(1e-12));
    PaperTable table =
        new PaperTable(
                "t", "T", "", List.of("Acc.", "F1"), List.of(PaperTable.Row.measured("a", cells)))
            .withVerdicts(List.of("Acc. The paper: a > b; here: a = b (p = .40): open."));
    assertThat(table.toText())
        .isEqualTo(
            """
            T

            in %           Acc.    F1
            a     50.0 ± 10.0 *  50.0

            *: p < 0.05 against the first row.

            Acc. The paper: a > b; here: a = b (p = .40): open.
            """);
  }

  @Test
  void splitsWideTablesIntoParts() {
    SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
    for (int i = 0; i < 13; i++) {
      cells.put("l" + i, PaperTable.Cell.of(i / 100.0));
    }
    PaperTable table =
        new PaperTable(
            "t",
            "T",
            "",
            List.copyOf(cells.keySet()),
            List.of(PaperTable.Row.measured("a", cells), PaperTable.Row.measured("b", cells)));
    assertThat(table.toText()).contains("in %     a     b\nl0     0.0   0.0\n", "l12   12.0  12.0");
  }

  @Test
  void jsonHasEveryFigureInFullPrecisionWithSignificance() {
    SequencedMap<String, String> settings = new LinkedHashMap<>(Map.of("seed", "3"));
    PaperResult result =
        new PaperResult("hictl", "HICTL", settings, List.of(table()), (all, report) -> {});
    assertThat(result.toJson())
        .contains(
            "\"paper\" : \"hictl\"", "\"seed\" : \"3\"", "\"published\" : \"Wei et al. 2021\"")
        .contains("\"Acc.\" : 0.6123", "\"p\" : {", "\"Acc.\" : 0.01");
    assertThat(result.table("retrieval")).isEqualTo(table());
    assertThatThrownBy(() -> result.table("none")).hasMessageContaining("there is no table none");
  }

  @Test
  void reportShowsTableAndNotes() {
    HtmlReport report = new HtmlReport("HICTL");
    PaperResult.addTo(table(), report);
    assertThat(report.html())
        .contains("61.2<span class=\"mark\">*</span>", "Wei et al. 2021", "p &lt; 0.05");
  }

  @Test
  void rejectsFigureWithoutColumn() {
    assertThatThrownBy(
            () ->
                new PaperTable(
                    "t",
                    "T",
                    "",
                    List.of("Acc."),
                    List.of(PaperTable.Row.published("x", "y", Map.of("EM", 1.0)))))
        .hasMessageContaining("x has [EM], expected columns of [Acc.]");
  }
}
