// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.measure.PrintfNumbers;

/**
 * A diagram of the attention weights between the tokens of two texts. The tokens of each text are
 * listed from top to bottom, with lines between them; each attention head has a colour, and the
 * width of a line is proportional to the weight (CLIR-BERT, Jiang et al. 2020, figure 3). Layers
 * are drawn side by side. A tooltip shows the weight of a line.
 */
public final class AttentionDiagram implements Figure {
  /** Lines with smaller weights are omitted. */
  private static final double MIN_WEIGHT = 0.03;

  private static final int ROW = 20;
  private static final int TOP = 44;
  private static final int GAP = 150;
  private static final int MARGIN = 12;
  private static final double MAX_LINE_WIDTH = 7;

  private final String caption;
  private final List<String> left;
  private final List<String> right;
  private final List<Layer> layers = new ArrayList<>();

  private record Layer(String name, List<String> heads, float[][][] weights) {}

  /**
   * Creates a diagram without layers.
   *
   * @param left the tokens that attend, from top to bottom
   * @param right the tokens that are attended to
   */
  public AttentionDiagram(String caption, List<String> left, List<String> right) {
    this.caption = requireNonNull(caption, "caption is null");
    this.left = List.copyOf(left);
    this.right = List.copyOf(right);
  }

  /**
   * Adds a layer.
   *
   * @param heads names of the attention heads
   * @param weights {@code [heads][left][right]}, from 0 to 1
   */
  public AttentionDiagram layer(String name, List<String> heads, float[][][] weights) {
    boolean fits = weights.length == heads.size();
    for (float[][] head : weights) {
      fits &= head.length == left.size();
      for (float[] row : head) {
        fits &= row.length == right.size();
      }
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "weights of " + name + " do not fit the heads and the tokens");
    }
    layers.add(new Layer(name, List.copyOf(heads), weights));
    return this;
  }

  @Override
  public String html() {
    return HtmlFragments.figure(caption, HtmlFragments.scrolling(caption, svgElement(false)));
  }

  /** The diagram as an SVG file that needs no other files. */
  public String svg() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svgElement(true);
  }

  private static double maxWidth(List<String> tokens) {
    return tokens.stream().mapToDouble(HtmlFragments::textWidth).max().orElse(0);
  }

  private String svgElement(boolean standalone) {
    double panel = maxWidth(left) + GAP + maxWidth(right) + 4 * MARGIN;
    int maxHeads = layers.stream().mapToInt(layer -> layer.heads.size()).max().orElse(0);
    double width = Math.max(panel * layers.size(), maxHeads * 30 + 2 * MARGIN);
    double height = TOP + ROW * (Math.max(left.size(), right.size()) + 1.0) + MARGIN;
    StringBuilder svg = new StringBuilder("<svg role=\"img\"");
    svg.append(standalone ? " xmlns=\"http://www.w3.org/2000/svg\"" : "");
    svg.append(" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"currentColor\"");
    svg.append(" width=\"").append(HtmlFragments.formatNumber(width));
    svg.append("\" height=\"").append(HtmlFragments.formatNumber(height));
    svg.append("\" aria-label=\"").append(HtmlFragments.escape(caption)).append("\">\n");
    if (standalone) {
      svg.append("<title>").append(HtmlFragments.escape(caption)).append("</title>\n");
      svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    }
    for (int i = 0; i < layers.size(); i++) {
      svg.append("<g transform=\"translate(")
          .append(HtmlFragments.formatNumber(panel * i))
          .append(" 0)\"");
      svg.append(standalone ? " fill=\"#000\">\n" : ">\n");
      panel(svg, layers.get(i));
      svg.append("</g>\n");
    }
    return svg.append("</svg>\n").toString();
  }

  private void panel(StringBuilder svg, Layer layer) {
    double from = maxWidth(left) + 2 * MARGIN;
    double to = from + GAP;
    text(svg, MARGIN, 16, "start", "inherit", layer.name);
    for (int head = 0; head < layer.heads.size(); head++) {
      String colour = colour(head, layer.heads.size());
      text(svg, MARGIN + head * 26.0, 34, "start", colour, layer.heads.get(head));
    }
    for (int head = 0; head < layer.heads.size(); head++) {
      String colour = colour(head, layer.heads.size());
      for (int i = 0; i < left.size(); i++) {
        for (int j = 0; j < right.size(); j++) {
          line(svg, layer, head, i, j, from, to, colour);
        }
      }
    }
    for (int i = 0; i < left.size(); i++) {
      text(svg, from - 4, y(i) + 4, "end", "inherit", left.get(i));
    }
    for (int j = 0; j < right.size(); j++) {
      text(svg, to + 4, y(j) + 4, "start", "inherit", right.get(j));
    }
  }

  private void line(
      StringBuilder svg,
      Layer layer,
      int head,
      int i,
      int j,
      double from,
      double to,
      String colour) {
    double weight = layer.weights[head][i][j];
    if (!(weight >= MIN_WEIGHT)) {
      return;
    }
    svg.append("<path fill=\"none\" stroke=\"").append(colour).append("\" stroke-opacity=\"0.6\"");
    svg.append(" stroke-width=\"")
        .append(HtmlFragments.formatNumber(weight * MAX_LINE_WIDTH))
        .append("\" d=\"M");
    svg.append(HtmlFragments.formatNumber(from))
        .append(' ')
        .append(HtmlFragments.formatNumber(y(i)))
        .append('L');
    svg.append(HtmlFragments.formatNumber(to))
        .append(' ')
        .append(HtmlFragments.formatNumber(y(j)))
        .append("\"><title>");
    svg.append(
        HtmlFragments.escape(layer.heads.get(head) + ": " + left.get(i) + " → " + right.get(j)));
    svg.append(' ').append(PrintfNumbers.formatFixed(weight, 3)).append("</title></path>\n");
  }

  private static double y(int row) {
    return TOP + ROW * (row + 0.5);
  }

  /** Evenly spaced hues, with a lightness that is visible on light and dark pages. */
  private static String colour(int head, int heads) {
    return "hsl(" + 360 * head / Math.max(1, heads) + ", 75%, 45%)";
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String colour, String text) {
    svg.append("<text x=\"")
        .append(HtmlFragments.formatNumber(x))
        .append("\" y=\"")
        .append(HtmlFragments.formatNumber(y));
    svg.append("\" text-anchor=\"").append(anchor).append('"');
    svg.append(colour.equals("inherit") ? "" : " fill=\"" + colour + "\"");
    svg.append('>').append(HtmlFragments.escape(text)).append("</text>\n");
  }
}
