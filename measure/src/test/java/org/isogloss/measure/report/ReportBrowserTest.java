// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.isogloss.core.Language;
import org.isogloss.measure.crosslingual.LanguageMatrix;
import org.isogloss.measure.reduction.Points;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads reports and maps in Chromium, by the tests in {@code src/test/page}. The system property
 * {@code isogloss.chromium} is the path of the browser; Node and npm are on the path.
 */
@Tag("slow")
class ReportBrowserTest {
  @TempDir private Path folder;

  @Test
  void pagesAreAccessibleAndFitAPhone() throws Exception {
    String chromium = System.getProperty("isogloss.chromium");
    assumeTrue(chromium != null, "isogloss.chromium is not set");
    Path scripts = Files.createDirectory(folder.resolve("scripts"));
    copy(Path.of("src/test/page/reports.test.js"), scripts);
    copy(Path.of("../server/src/test/page/package.json"), scripts);
    copy(Path.of("../server/src/test/page/package-lock.json"), scripts);
    Path pages = Files.createDirectory(folder.resolve("pages"));
    new ScatterPlotPage(map()).write(pages.resolve("map.html"));
    report().write(pages.resolve("report.html"));
    run(scripts, Map.of(), "npm", "ci", "--no-audit", "--no-fund");
    run(
        scripts,
        Map.of("ISOGLOSS_REPORTS", pages.toString(), "ISOGLOSS_CHROMIUM", chromium),
        "npm",
        "test");
  }

  private static ScatterPlot map() {
    List<ScatterPlot.Item> items =
        List.of(
            new ScatterPlot.Item("German", "Haus"),
            new ScatterPlot.Item("Arabic", "بيت"),
            new ScatterPlot.Item("German", "Hof"));
    Points points = new Points(new double[] {0, 10, 5}, new double[] {0, 0, 4});
    return new ScatterPlot("Words in German and Arabic", items)
        .links(List.of(new ScatterPlot.Link(0, 1)))
        .panel("before", points)
        .panel("after", points);
  }

  private static HtmlReport report() {
    HtmlTable table =
        new HtmlTable(
            "Many columns", List.of("system", "a", "b", "c", "d", "e", "f", "g", "h", "source"));
    String number = "0.1234 *";
    table.row(
        List.of(
            "a system with a long name",
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            "measured here"));
    return new HtmlReport("A report with every figure")
        .judgement("One system is above the other.")
        .keyFigures(Map.of("MRR", "0.812"))
        .note("A setting on which all values depend.")
        .section("Figures")
        .figure(table)
        .figure(
            new BarChart("Shares", List.of("German", "Arabic"))
                .series("top", new double[] {0.4, 0.6}))
        .figure(HeatMap.of("By language pair", matrix()).axes("", "document language"))
        .figure(map())
        .figure(comparison())
        .provenance(Map.of("weights", "5a17".repeat(16), "measured", "2026-03-01"));
  }

  private static LanguageMatrix matrix() {
    LanguageMatrix matrix = new LanguageMatrix();
    for (String query : List.of("de", "ar")) {
      for (String document : List.of("en", "th")) {
        matrix.put(Language.of(query), Language.of(document), 0.5);
      }
    }
    return matrix;
  }

  private static RankingComparison comparison() {
    return new RankingComparison(
        "Where is the station?",
        new RankingComparison.Column(
            "bm25", List.of(entry("a", OptionalInt.of(2)), entry("b", OptionalInt.empty()))),
        new RankingComparison.Column(
            "dense >> rerank",
            List.of(entry("c", OptionalInt.empty()), entry("a", OptionalInt.of(1)))));
  }

  private static RankingComparison.Entry entry(String name, OptionalInt otherRank) {
    return new RankingComparison.Entry(
        name,
        Language.of("de"),
        0.5,
        otherRank,
        "dense 2 · rerank 1",
        List.of(new RankingComparison.TextSegment("Bahnhof", 1, "station")),
        List.of(
            new RankingComparison.TextSegment("Der Bahnhof", 0.9, "station"),
            new RankingComparison.TextSegment(" ist neben dem ", 0, ""),
            new RankingComparison.TextSegment("Markt", -0.8, "")));
  }

  private static void copy(Path file, Path folder) throws IOException {
    Files.copy(file, folder.resolve(file.getFileName()));
  }

  private static void run(Path folder, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s:%n%s", List.of(command), output).isZero();
  }
}
