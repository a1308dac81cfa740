// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.measure.reduction.Points;

/**
 * A scatter plot of items such as sentences, in one or more panels side by side: the same items
 * encoded before and after training, for instance. Each group of items, such as the texts of a
 * language, has a colour, and with more than eight groups also a shape. A tooltip shows the group
 * and the text of a point. Both axes of a panel have the same scale.
 *
 * <pre>{@code
 * new ScatterPlot("Sentences in German and English", items)
 *     .links(links)
 *     .panel("before", before)
 *     .panel("after", after)
 *     .write(file);
 * }</pre>
 */
public final class ScatterPlot implements Figure {
  private final String title;
  private final List<Item> items;
  private final List<Panel> panels = new ArrayList<>();
  private List<Link> links = List.of();

  /**
   * The item that a point represents.
   *
   * @param group its entry in the legend
   * @param text its tooltip
   */
  public record Item(String group, String text) {
    public Item {
      requireNonNull(group, "group is null");
      requireNonNull(text, "text is null");
    }
  }

  /**
   * A thin line between two items, such as translations of each other.
   *
   * @param from index of an item
   * @param to index of another item
   */
  public record Link(int from, int to) {}

  /** A panel: the items in one arrangement. */
  record Panel(String title, Points points) {}

  /** Creates a plot without panels. */
  public ScatterPlot(String title, List<Item> items) {
    this.title = requireNonNull(title, "title is null");
    this.items = List.copyOf(items);
  }

  /**
   * Sets the links, which are drawn in every panel.
   *
   * @throws IllegalArgumentException if an index is not that of an item
   */
  public ScatterPlot links(List<Link> links) {
    for (Link link : links) {
      for (int end : new int[] {link.from, link.to}) {
        if (end < 0 || end >= items.size()) {
          throw new IllegalArgumentException(
              "a link has the item " + end + ", expected 0 to " + (items.size() - 1));
        }
      }
    }
    this.links = List.copyOf(links);
    return this;
  }

  /**
   * Adds a panel after the others.
   *
   * @param title what distinguishes it from the other panels; may be empty
   * @param points a point for each item
   * @throws IllegalArgumentException if the numbers of points and items differ
   */
  public ScatterPlot panel(String title, Points points) {
    if (points.size() != items.size()) {
      throw new IllegalArgumentException(
          points.size() + " points for " + items.size() + " items, expected as many");
    }
    panels.add(new Panel(title, points));
    return this;
  }

  String title() {
    return title;
  }

  List<Item> items() {
    return items;
  }

  List<Link> links() {
    return links;
  }

  List<Panel> panels() {
    return List.copyOf(panels);
  }

  /** The groups in the order of their first items, which is that of the legend. */
  List<String> groups() {
    return items.stream().map(Item::group).distinct().toList();
  }

  @Override
  public String html() {
    return HtmlFragments.figure(title, ScatterPlotHtml.of(this, /* scripted= */ false));
  }

  /** The plot as an SVG file that needs no other files. */
  public String svg() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + new ScatterPlotSvg(this);
  }

  /**
   * Writes the SVG file atomically.
   *
   * @param file a path, or {@code -} for standard output
   * @throws org.isogloss.core.IsoglossException if the file cannot be written
   */
  public void write(Path file) {
    byte[] content = svg().getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(file, out -> out.write(content));
  }
}
