// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.Checksums;

/**
 * A scatter plot as one HTML file with a script, which needs no network and no other files. The
 * user sees the text of a point and its links by hovering over it, hides and shows a group by its
 * legend entry, zooms with the mouse wheel and moves a panel by dragging it. Without the script the
 * plot is that of the SVG file. The content security policy admits this script only, so that text
 * of unknown origin cannot run one.
 */
public final class ScatterPlotPage {
  private final ScatterPlot plot;

  /** Creates a page. */
  public ScatterPlotPage(ScatterPlot plot) {
    this.plot = requireNonNull(plot, "plot is null");
  }

  /** The complete HTML file. */
  public String html() {
    String script = resource("scatter-plot.js");
    String title = HtmlFragments.escape(plot.title());
    String policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + sha256(script) + "'";
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        """
        + ("<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n")
        + ("<title>" + title + "</title>\n")
        + ("<style>\n" + resource("scatter-plot.css") + "</style>\n")
        + "</head>\n<body>\n"
        + ("<h1>" + title + "</h1>\n")
        + new ScatterPlotSvg(plot, ScatterPlotSvg.Target.PAGE)
        + """
        <p>Hover over a point to see its text. Click a legend entry to hide or show its points.
        Scroll to zoom, drag to move, double-click to reset.</p>
        <div id="tip" hidden><b></b><span dir="auto"></span></div>
        """
        + ("<script>" + script + "</script>\n")
        + "</body>\n</html>\n";
  }

  private static String sha256(String script) {
    byte[] digest = Checksums.sha256().digest(script.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(digest);
  }

  private static String resource(String name) {
    try (InputStream in = ScatterPlotPage.class.getResourceAsStream(name)) {
      byte[] bytes = Objects.requireNonNull(in, name + " is missing").readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
