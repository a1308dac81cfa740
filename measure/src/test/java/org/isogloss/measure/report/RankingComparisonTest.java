// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.isogloss.core.Language;
import org.isogloss.measure.report.RankingComparison.Column;
import org.isogloss.measure.report.RankingComparison.Entry;
import org.isogloss.measure.report.RankingComparison.TextSegment;
import org.junit.jupiter.api.Test;

class RankingComparisonTest {
  private static Entry entry(String name, OptionalInt elsewhere, TextSegment... text) {
    return new Entry(name, Language.of("ar"), 0.5, elsewhere, "", List.of(), List.of(text));
  }

  private static String html(Entry before, Entry then) {
    return new RankingComparison(
            "Where?",
            new Column("{bm25, dense}fair", List.of(before)),
            new Column("dense >> rerank", List.of(then)))
        .html();
  }

  @Test
  void displaysRankChangesInBothColumns() {
    String html = html(entry("a", OptionalInt.of(7)), entry("b", OptionalInt.of(3)));
    assertThat(html)
        .contains("<b>1</b> <span class=\"lost\">▼ then 7</span> <span>a · ar · 0.5000</span>")
        .contains("<b>1</b> <span class=\"won\">▲ before 3</span> <span>b · ar · 0.5000</span>");
    assertThat(html(entry("a", OptionalInt.of(1)), entry("b", OptionalInt.empty())))
        .contains("<span class=\"same\">= then 1</span>")
        .contains("<span class=\"won\">before not found</span>");
  }

  @Test
  void joinsTheHitsThatBothHaveByLines() {
    String html =
        new RankingComparison(
                "Where?",
                new Column(
                    "a",
                    List.of(entry("one", OptionalInt.of(2)), entry("two", OptionalInt.of(30)))),
                new Column(
                    "b",
                    List.of(entry("three", OptionalInt.empty()), entry("one", OptionalInt.of(1)))))
            .html();
    assertThat(html)
        .contains("<line class=\"lost\" x1=\"0\" y1=\"5\" x2=\"10\" y2=\"15\"/>")
        .containsOnlyOnce("<line ")
        .contains("viewBox=\"0 0 10 20\"", "style=\"height:4.5rem\"")
        .contains("<li><b>2</b> <span dir=\"auto\" lang=\"ar\">two</span></li>");
  }

  @Test
  void shadesWordsByTheirShareOfTheStrongestContribution() {
    String html =
        html(
            entry("a", OptionalInt.empty()),
            entry(
                "b",
                OptionalInt.empty(),
                new TextSegment("strong", 2, ""),
                new TextSegment(" ", 0, ""),
                new TextSegment("faint", 0.1, ""),
                new TextSegment("against", -0.9, "")));
    assertThat(html)
        .contains(
            "<mark class=\"for5\" title=\"+2.000\">strong</mark> faint<mark class=\"against3\""
                + " title=\"-0.900\">against</mark>")
        .contains("<p class=\"text\" dir=\"auto\" lang=\"ar\">");
  }

  @Test
  void printsTranslationsAboveWordsAndUnderlinesSharedWords() {
    String html =
        html(
            entry("a", OptionalInt.empty(), new TextSegment("Bahnhof", 1, "station")),
            entry("b", OptionalInt.empty(), new TextSegment("Station", 0, "station")));
    assertThat(html)
        .contains("<ruby>Bahnhof<rt>station</rt></ruby></mark>")
        .contains("<u>Station</u>");
  }

  @Test
  void separatesTitleAndTextAndEmphasisesTheSentenceThatCounted() {
    Entry entry =
        new Entry(
            "b",
            Language.of("th"),
            0.5,
            OptionalInt.empty(),
            "dense 2 · rerank 1",
            List.of(new TextSegment("Title", 1, "")),
            List.of(
                new TextSegment("One. ", 0, ""),
                new TextSegment("Two", 0.5, "", true),
                new TextSegment(".", 0, "", true)));
    assertThat(html(entry("a", OptionalInt.empty()), entry))
        .contains("<p class=\"hit\">dense 2 · rerank 1</p>")
        .contains("<p class=\"title\" dir=\"auto\" lang=\"th\"><mark class=\"for5\"")
        .contains(
            "lang=\"th\">One. <em><mark class=\"for3\" title=\"+0.500\">Two</mark>.</em></p>");
  }

  @Test
  void escapesAllText() {
    String html =
        html(
            entry("<id>", OptionalInt.empty(), new TextSegment("<b>", 1, "<i>")),
            entry("b", OptionalInt.empty()));
    assertThat(html).contains("&lt;id&gt;", "&lt;b&gt;<rt>&lt;i&gt;</rt>").doesNotContain("<i>");
  }
}
