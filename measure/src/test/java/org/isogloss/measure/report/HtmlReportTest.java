// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.measure.crosslingual.LanguageMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class HtmlReportTest {
  private static final String EVIL = "<script>alert('x & \"y\"')</script>";

  /** Figures are well-formed, so that an XML parser can read them. */
  private static Document parsed(Figure figure) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(figure.html())));
    } catch (Exception e) {
      throw new AssertionError(figure.html(), e);
    }
  }

  private static List<Figure> evilFigures() {
    return List.of(
        new HtmlTable(EVIL, List.of(EVIL, EVIL)).row(List.of(EVIL, EVIL)),
        new HeatMap(EVIL, List.of(EVIL), List.of(EVIL), new double[][] {{1}}).axes(EVIL, EVIL),
        new BarChart(EVIL, List.of(EVIL)).series(EVIL, 1).series(EVIL, 2),
        new LineChart(EVIL, EVIL, EVIL)
            .series(EVIL, new double[] {1}, new double[] {2})
            .series(EVIL, new double[] {1, 2}, new double[] {2, 3}),
        new AttentionDiagram(EVIL, List.of(EVIL), List.of(EVIL))
            .layer(EVIL, List.of(EVIL), new float[][][] {{{1}}}));
  }

  @Test
  void escapesAllText() {
    HtmlReport report =
        new HtmlReport(EVIL)
            .section(EVIL)
            .paragraph(EVIL)
            .note(EVIL)
            .keyFigures(Map.of(EVIL, EVIL))
            .provenance(Map.of(EVIL, EVIL));
    evilFigures().forEach(report::figure);
    assertThat(report.html())
        .doesNotContain("<script")
        .doesNotContain("'x &")
        .contains("&lt;script");
    evilFigures()
        .forEach(figure -> assertThatCode(() -> parsed(figure)).doesNotThrowAnyException());
  }

  @Test
  void isSelfContained() {
    HtmlReport report = new HtmlReport("t");
    evilFigures().forEach(report::figure);
    assertThat(report.html())
        .startsWith("<!DOCTYPE html>")
        .contains("default-src 'none'")
        .doesNotContainPattern("https?://|url\\(|@import|src=");
  }

  @Test
  void heatMapContainsValuesAndMeans() {
    Language de = Language.of("de");
    Language en = Language.of("en");
    LanguageMatrix matrix = new LanguageMatrix().put(de, de, 1).put(de, en, 0.5).put(en, de, 0.25);
    Document document = parsed(HeatMap.of("RR", matrix));
    List<String> cells =
        IntStream.range(0, document.getElementsByTagName("td").getLength())
            .mapToObj(i -> document.getElementsByTagName("td").item(i).getTextContent())
            .toList();
    assertThat(cells)
        .as("the corner, then rows with their means")
        .containsExactly("", "1.00", ".50", ".75", ".25", "–", ".25", ".62", ".50", ".58");
  }

  @Test
  void textHasContrastInEveryCell() {
    double[] values = IntStream.range(0, 200).mapToDouble(i -> i).toArray();
    String html =
        new HeatMap(
                "",
                List.of("r"),
                Arrays.stream(values).mapToObj(v -> "" + v).toList(),
                new double[][] {values})
            .html();
    var cells =
        Pattern.compile("background:rgb\\((\\d+) (\\d+) (\\d+)\\);color:(#\\w+)").matcher(html);
    int seen = 0;
    while (cells.find()) {
      double background =
          luminance(
              Integer.parseInt(cells.group(1)),
              Integer.parseInt(cells.group(2)),
              Integer.parseInt(cells.group(3)));
      double ink = cells.group(4).equals("#fff") ? 1 : 0;
      double contrast = (Math.max(background, ink) + 0.05) / (Math.min(background, ink) + 0.05);
      assertThat(contrast).as(cells.group()).isGreaterThan(4.5);
      seen++;
    }
    assertThat(seen).isEqualTo(200);
  }

  private static double luminance(int... rgb) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double c = rgb[i] / 255.0;
      sum += weights[i] * (c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
  }

  @Test
  void drawsBarsInProportionToTheirValues() {
    Document document =
        parsed(new BarChart("c", List.of("a", "b", "none")).series("s", 0.4, 0.8, Double.NaN));
    var bars = document.getElementsByTagName("rect");
    assertThat(bars.getLength()).isEqualTo(2);
    double first =
        Double.parseDouble(bars.item(0).getAttributes().getNamedItem("width").getNodeValue());
    double second =
        Double.parseDouble(bars.item(1).getAttributes().getNamedItem("width").getNodeValue());
    assertThat(second / first).isBetween(1.99, 2.01);
  }

  @Test
  void downsamplesLongLines() {
    double[] x = IntStream.range(0, 200_000).mapToDouble(i -> i).toArray();
    double[] y = Arrays.stream(x).map(v -> v == 77_777 ? 9 : Math.sin(v / 9000)).toArray();
    String html = new LineChart("c", "x", "y").series("s", x, y).html();
    assertThat(html.length()).isLessThan(60_000);
    // The single maximum is kept: the path reaches the top tenth of the chart.
    assertThat(html).containsPattern("L[\\d.]+ (1\\d|2\\d|3\\d)(\\.\\d+)?[L\"]");
  }

  @Test
  void endsAxesAtRoundNumbers() {
    Axis axis = Axis.covering(0.13, 0.88, 0, 100);
    assertThat(axis.ticks().stream().map(axis::label))
        .containsExactly("0.0", "0.2", "0.4", "0.6", "0.8", "1.0");
    Axis negative = Axis.covering(-35, 12, 0, 100);
    assertThat(negative.ticks().stream().map(negative::label))
        .containsExactly("-40", "-30", "-20", "-10", "0", "10", "20");
    Axis flat = Axis.covering(3, 3, 0, 100);
    assertThat(flat.ticks()).hasSizeGreaterThan(2);
    assertThat(flat.pixel(3)).isBetween(0.0, 100.0);
  }

  @Test
  void writesAFileOrReportsTheError(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("report.html");
    new HtmlReport("Ergebnisse für 日本語").write(file);
    assertThat(Files.readString(file)).contains("<h1>Ergebnisse für 日本語</h1>");
    assertThatThrownBy(() -> new HtmlReport("t").write(folder.resolve("none/report.html")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("none");
  }

  @Test
  void rejectsDataOfTheWrongSize() {
    assertThatThrownBy(() -> new HeatMap("", List.of("a"), List.of("b"), new double[][] {{1, 2}}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BarChart("", List.of("a")).series("s", 1, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LineChart("", "", "").series("s", new double[1], new double[2]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HtmlTable("", List.of("a")).row(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void alignsNumbersToTheRight() {
    String html =
        new HtmlTable("t", List.of("system", "MAP", "from"))
            .row(List.of("a", "92.4", "here"))
            .row(List.of("b", "83.4 *", "there"))
            .html();
    assertThat(html)
        .contains("<td class=\"number\">92.4</td>")
        .contains("<td class=\"number\">83.4<span class=\"mark\">*</span></td>")
        .contains("<td dir=\"auto\">there</td>");
  }
}
