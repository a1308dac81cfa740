// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.isogloss.core.io.AtomicFile;

/**
 * A report as one HTML file that needs no scripts, network or other files, and is readable in light
 * and dark mode and on a phone. All text is escaped. Parts appear in the order in which they are
 * added, after the judgements.
 *
 * <pre>{@code
 * new HtmlReport("XQuAD")
 *     .judgement("tiny has an MRR of .812, above the published .678.")
 *     .keyFigures(Map.of("MRR", "0.812"))
 *     .section("By language")
 *     .figure(HeatMap.of("MRR", matrix))
 *     .provenance(Map.of("model", "tiny", "seed", "17"))
 *     .write(file);
 * }</pre>
 */
public final class HtmlReport {
  private final String title;
  private final StringBuilder judgement = new StringBuilder();
  private final StringBuilder body = new StringBuilder();
  private final StringBuilder footer = new StringBuilder();

  /** Creates a report. */
  public HtmlReport(String title) {
    this.title = title;
  }

  /** Adds a sentence of judgement: what the values mean. It is shown before everything else. */
  public HtmlReport judgement(String sentence) {
    judgement
        .append("<p class=\"judgement\" dir=\"auto\">")
        .append(HtmlFragments.escape(sentence))
        .append("</p>\n");
    return this;
  }

  /** Begins a section. */
  public HtmlReport section(String heading) {
    body.append("<h2>").append(HtmlFragments.escape(heading)).append("</h2>\n");
    return this;
  }

  /** Adds a paragraph. */
  public HtmlReport paragraph(String text) {
    body.append("<p dir=\"auto\">").append(HtmlFragments.escape(text)).append("</p>\n");
    return this;
  }

  /** Adds a highlighted paragraph: a warning, or a setting on which the values depend. */
  public HtmlReport note(String text) {
    body.append("<p class=\"note\" dir=\"auto\">")
        .append(HtmlFragments.escape(text))
        .append("</p>\n");
    return this;
  }

  /** Adds the most important values with their names, in large type. */
  public HtmlReport keyFigures(Map<String, String> figures) {
    body.append("<dl class=\"figures\">");
    definitions(body, figures, "<div>", "</div>");
    body.append("</dl>\n");
    return this;
  }

  /** Adds a table or diagram. */
  public HtmlReport figure(Figure figure) {
    body.append(figure.html());
    return this;
  }

  /** Adds the provenance of the values to the footer: data, model, seed, version. */
  public HtmlReport provenance(Map<String, String> facts) {
    footer.append("<dl>");
    definitions(footer, facts, "", "");
    footer.append("</dl>\n");
    return this;
  }

  private static void definitions(
      StringBuilder html, Map<String, String> entries, String before, String after) {
    entries.forEach(
        (name, value) -> {
          html.append(before).append("<dt>").append(HtmlFragments.escape(name)).append("</dt>");
          html.append("<dd>").append(HtmlFragments.escape(value)).append("</dd>").append(after);
        });
  }

  /** The complete HTML file. */
  public String html() {
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>\
    """
        + HtmlFragments.escape(title)
        + "</title>\n<style>\n"
        + HtmlFragments.resource("report.css")
        + HtmlFragments.resource("scatter.css")
        + "</style>\n</head>\n<body>\n<main>\n<h1>"
        + HtmlFragments.escape(title)
        + "</h1>\n"
        + judgement
        + body
        + "</main>\n"
        + (footer.isEmpty() ? "" : "<footer>\n" + footer + "</footer>\n")
        + "</body>\n</html>\n";
  }

  /**
   * Writes the HTML file atomically.
   *
   * @param file a path, or {@code -} for standard output
   * @throws org.isogloss.core.IsoglossException if the file cannot be written
   */
  public void write(Path file) {
    byte[] page = html().getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(file, out -> out.write(page));
  }
}
