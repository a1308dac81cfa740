// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.Checksums;

/**
 * A scatter plot as one HTML file with a script, which needs no network and no other files. The
 * user sees the text of a point and its links by hovering over it or tapping it, hides and shows a
 * group by its legend entry, zooms with the mouse wheel or by buttons and moves a panel by dragging
 * it. The colours follow the light or dark mode of the browser. The content security policy admits
 * this script only, so that text of unknown origin cannot run one.
 */
public final class ScatterPlotPage {
  private final ScatterPlot plot;

  /** Creates a page. */
  public ScatterPlotPage(ScatterPlot plot) {
    this.plot = requireNonNull(plot, "plot is null");
  }

  /** The complete HTML file. */
  public String html() {
    String script = HtmlFragments.resource("scatter-plot.js");
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
        + ("<style>\n"
            + HtmlFragments.resource("scatter-plot.css")
            + HtmlFragments.resource("scatter.css")
            + "</style>\n")
        + "</head>\n<body>\n<main>\n"
        + ("<h1>" + title + "</h1>\n")
        + """
        <p class="help">Point at a point, or tap it, to see its text. Click an entry of the legend
        to hide or show its points. Drag to move; scroll, or use the buttons, to zoom.</p>
        <p class="zoom"><button type="button" data-zoom="1.5">Zoom in</button>
        <button type="button" data-zoom=".67">Zoom out</button>
        <button type="button" data-zoom="0">Reset</button></p>
        """
        + ScatterPlotHtml.of(plot, /* scripted= */ true)
        + """
        <div id="tip" hidden><b></b><span dir="auto"></span></div>
        </main>
        """
        + ("<script>" + script + "</script>\n")
        + "</body>\n</html>\n";
  }

  private static String sha256(String script) {
    byte[] digest = Checksums.sha256().digest(script.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(digest);
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
