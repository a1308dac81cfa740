// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.measure.report.BilingualTable.MarkedText;
import org.isogloss.measure.report.BilingualTable.Row;
import org.junit.jupiter.api.Test;

class BilingualTableTest {
  @Test
  void marksWordsAndStatesLanguagesAndDirections() {
    Row row =
        new Row(
            "7",
            new MarkedText(Language.of("en"), "a <b> house", List.of(new Span(6, 11))),
            new MarkedText(Language.of("ar"), "بيت", List.of()));
    assertThat(new BilingualTable("Lines", List.of(row)).html())
        .contains(
            "<th scope=\"row\">7</th><td dir=\"auto\" lang=\"en\">a &lt;b&gt; <mark"
                + " class=\"for3\">house</mark></td><td dir=\"auto\" lang=\"ar\">بيت</td>");
  }

  @Test
  void alignsCellsByTheirDirection() {
    assertThat(HtmlFragments.resource("report.css"))
        .contains(".data th, .data td { text-align: start;");
  }
}
