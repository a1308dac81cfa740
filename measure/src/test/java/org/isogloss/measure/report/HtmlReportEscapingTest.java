// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A report with hostile names and texts: they remain text, and the report remains well-formed. */
class HtmlReportEscapingTest {
  private static final List<String> HOSTILE =
      List.of(
          "<script>alert(1)</script>",
          "\"' onload=alert(1) x=\"",
          "</title></svg></style><img src=x onerror=alert(1)>",
          "]]> --> <!-- <![CDATA[ &amp; &#0; &quot",
          "\0\033[31m\u0085\u009b\177\r",
          "photo\u202egnp.exe\u2066",
          "\ud83d \ude00\ud83d \uffff \ufffe",
          "../../etc/passwd\n$1 \\1 %s %n {}",
          "x".repeat(20_000),
          "\u0301\u0301\u0301",
          "");

  private static List<Figure> figures(String text) {
    RankingComparison.TextSegment stretch = new RankingComparison.TextSegment(text, -0.5, text);
    RankingComparison.Entry entry =
        new RankingComparison.Entry(
            text,
            Language.of("de"),
            1,
            OptionalInt.of(2),
            text,
            List.of(stretch),
            List.of(stretch));
    RankingComparison.Column column = new RankingComparison.Column(text, List.of(entry));
    List<String> two = List.of(text, text + "2");
    return List.of(
        new HeatMap(text, two, two, new double[][] {{0, 1}, {0.5, Double.NaN}}),
        new BarChart(text, two).series(text, 1, 2).series(text + "2", 0, -1),
        new LineChart(text, text, text)
            .series(text, new double[] {0, 1}, new double[] {1, 2})
            .series(text + "2", new double[] {0, 1}, new double[] {2, 3}),
        new RankingComparison(text, column, column),
        attention(text),
        new HtmlTable(text, two).row(two));
  }

  private static AttentionDiagram attention(String text) {
    return new AttentionDiagram(text, List.of(text), List.of(text))
        .layer(text, List.of(text), new float[][][] {{{1}}});
  }

  private static Document parsed(String xml) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(xml)));
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new AssertionError("not well-formed: " + xml, e);
    }
  }

  private static void assertHarmless(Document document) {
    NodeList all = document.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      assertThat(element.getTagName()).isNotIn("script", "img");
      for (int a = 0; a < element.getAttributes().getLength(); a++) {
        Node attribute = element.getAttributes().item(a);
        assertThat(attribute.getNodeName()).doesNotStartWith("on");
      }
    }
    assertThat(document.getDocumentElement().getTextContent().chars())
        .noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t')
        .noneMatch(c -> c >= 0x202a && c <= 0x202e);
  }

  @Test
  void keepsFiguresWellFormed() {
    for (String text : HOSTILE) {
      for (Figure figure : figures(text)) {
        assertHarmless(parsed("<body>" + figure.html() + "</body>"));
      }
      assertHarmless(parsed(attention(text).svg()));
    }
  }

  @Test
  void keepsReportsWellFormed() {
    for (String text : HOSTILE) {
      String html =
          new HtmlReport(text)
              .section(text)
              .paragraph(text)
              .note(text)
              .keyFigures(Map.of(text, text))
              .provenance(Map.of(text, text))
              .html();
      String body = html.substring(html.indexOf("<body>"), html.indexOf("</html>"));
      assertHarmless(parsed(body));
      assertThat(html.substring(0, html.indexOf("<body>"))).doesNotContain("<script", "onerror=\"");
    }
  }

  @Test
  void escapesRandomText() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String alphabet = "<>&\"'/=;!-[]{}$\\ \n\t\0\033\u0085\u202e\ud83d\ude00\uffffx語ש";
    for (int i = 0; i < 300; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(30); length > 0; length--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        for (Figure figure : figures(text.toString())) {
          assertHarmless(parsed("<body>" + figure.html() + "</body>"));
        }
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", text " + i, e);
      }
    }
  }
}
