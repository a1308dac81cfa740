// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.isogloss.measure.reduction.Points;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ScatterPlotTest {
  private static final List<ScatterPlot.Item> ITEMS =
      List.of(
          new ScatterPlot.Item("German", "\"Haus\" & <Hof>"),
          new ScatterPlot.Item("Arabic", "بيت"),
          new ScatterPlot.Item("German", "</script><script>alert(1)</script>"));

  private static final Points BEFORE = new Points(new double[] {0, 10, 5}, new double[] {0, 0, 4});
  private static final Points AFTER = new Points(new double[] {1, 1, 1}, new double[] {2, 2, 2});

  private static ScatterPlot beforeAndAfter() {
    return new ScatterPlot("R&D", ITEMS)
        .links(List.of(new ScatterPlot.Link(0, 1)))
        .panel("before", BEFORE)
        .panel("after <training>", AFTER);
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static Element find(Document svg, String tag, String content) {
    NodeList all = svg.getElementsByTagName(tag);
    return IntStream.range(0, all.getLength())
        .mapToObj(i -> (Element) all.item(i))
        .filter(element -> element.getTextContent().contains(content))
        .findFirst()
        .orElseThrow();
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  @Test
  void drawsEveryItemAndLinkInEveryPanel() throws Exception {
    Document svg = parse(beforeAndAfter().svg());
    assertThat(svg.getElementsByTagName("use").getLength()).isEqualTo(2 * 3);
    assertThat(svg.getElementsByTagName("line").getLength()).isEqualTo(2);
    assertThat(find(svg, "use", "Haus").getTextContent()).isEqualTo("German\n\"Haus\" & <Hof>");
    assertThat(find(svg, "text", "after").getTextContent()).isEqualTo("after <training>");
    assertThat(svg.getDocumentElement().getFirstChild().getNextSibling().getTextContent())
        .isEqualTo("R&D");
  }

  @Test
  void givesBothAxesTheSameScaleAndYPointsUp() throws Exception {
    Document svg = parse(new ScatterPlot("", ITEMS).panel("", BEFORE).svg());
    Element origin = find(svg, "use", "Haus");
    Element right = find(svg, "use", "بيت");
    Element above = find(svg, "use", "alert");
    double scale = (number(right, "x") - number(origin, "x")) / 10;
    assertThat(scale).isPositive();
    assertThat(number(right, "y")).isEqualTo(number(origin, "y"));
    assertThat(number(origin, "y") - number(above, "y")).isCloseTo(4 * scale, within(0.02));
  }

  @Test
  void groupsHaveDifferentMarkers() {
    List<Marker> markers = IntStream.range(0, 48).mapToObj(Marker::of).toList();
    assertThat(markers).doesNotHaveDuplicates();
    assertThat(markers.subList(0, 8)).extracting(Marker::shape).containsOnly(Marker.of(0).shape());
    assertThat(Marker.of(48)).isEqualTo(Marker.of(0));
  }

  @Test
  void drawsAnyNumberOfItems() throws Exception {
    for (int count : new int[] {0, 1, 3000}) {
      Random random = new Random(1);
      List<ScatterPlot.Item> items =
          IntStream.range(0, count)
              .mapToObj(i -> new ScatterPlot.Item("language " + i % 60, "x".repeat(i)))
              .toList();
      double[] coordinates = random.doubles(count).toArray();
      Document svg =
          parse(new ScatterPlot("", items).panel("", new Points(coordinates, coordinates)).svg());
      assertThat(svg.getElementsByTagName("use").getLength()).isEqualTo(count);
    }
  }

  @Test
  void isAFigureOfAReport() {
    String report = new HtmlReport("r").figure(beforeAndAfter()).html();
    assertThat(report)
        .contains("<figcaption>R&amp;D</figcaption>", "<bdi>Arabic</bdi>")
        .doesNotContain("<script", "<button");
  }

  @Test
  void thePageAdmitsOnlyItsScript() throws Exception {
    String page = new ScatterPlotPage(beforeAndAfter()).html();
    assertThat(page.split("<script>", -1)).hasSize(2);
    String script = page.substring(page.indexOf("<script>") + 8, page.indexOf("</script>"));
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
    assertThat(page)
        .contains("script-src 'sha256-" + Base64.getEncoder().encodeToString(digest) + "'\"")
        .contains("&lt;/script&gt;&lt;script&gt;alert(1)")
        .doesNotContain("http:", "https:")
        .contains("data-from=\"0\" data-to=\"1\"");
    assertThat(
            page.lines()
                .filter(line -> line.contains("<button type=\"button\" class=\"entry\""))
                .collect(Collectors.toList()))
        .hasSize(2);
  }

  /** A picture that scales as a whole has a legend that nobody can read on a phone. */
  @Test
  void panelsOfAPageScaleButItsLegendIsText() {
    String page = new ScatterPlotPage(beforeAndAfter()).html();
    assertThat(page.split("<svg class=\"panel\"", -1)).hasSize(3);
    assertThat(page)
        .contains("<h2>after &lt;training&gt;</h2>", "<bdi>German</bdi>")
        .doesNotContain("<text");
  }

  /** Black points would vanish in dark mode. */
  @Test
  void pagesHaveColoursForDarkMode() {
    for (String page :
        List.of(
            new ScatterPlotPage(beforeAndAfter()).html(),
            new HtmlReport("r").figure(beforeAndAfter()).html())) {
      String dark = page.substring(page.lastIndexOf("prefers-color-scheme: dark"));
      assertThat(dark).contains("--g7: #ffffff", "--paper: #0f1113");
    }
  }

  @Test
  void rejectsPointsAndLinksThatDoNotFit() {
    assertThatThrownBy(
            () -> new ScatterPlot("", ITEMS).panel("", new Points(new double[2], new double[2])))
        .hasMessage("2 points for 3 items, expected as many");
    assertThatThrownBy(() -> new ScatterPlot("", ITEMS).links(List.of(new ScatterPlot.Link(0, 3))))
        .hasMessage("a link has the item 3, expected 0 to 2");
    assertThatThrownBy(() -> new Points(new double[] {Double.NaN}, new double[1]))
        .hasMessage("point 0 is (NaN, 0.0), expected finite coordinates");
  }
}
