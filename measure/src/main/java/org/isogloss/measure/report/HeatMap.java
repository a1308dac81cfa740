// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.isogloss.core.Language;
import org.isogloss.measure.PrintfNumbers;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.crosslingual.LanguageMatrix;

/**
 * A matrix of coloured values, from dark blue (low) to yellow (high): the cividis colour map, which
 * is perceived equally with and without colour blindness. Each cell also contains its value.
 */
public final class HeatMap implements Figure {
  private static final int[][] CIVIDIS = {
    {0, 34, 78}, {18, 53, 112}, {59, 73, 108}, {87, 93, 109}, {112, 113, 115},
    {138, 134, 120}, {165, 156, 116}, {195, 179, 105}, {225, 204, 85}, {254, 232, 56}
  };

  /** Longer column names are rotated. */
  private static final int MAX_HORIZONTAL_NAME = 4;

  private final String caption;
  private final List<String> rows;
  private final List<String> columns;
  private final double[][] values;
  private double low;
  private double high;
  private int decimals = 2;
  private String rowAxis = "";
  private String columnAxis = "";
  private boolean means;

  /**
   * Creates a heat map whose colour scale ranges from the lowest value to the highest.
   *
   * @param values {@code [rows, columns]}; NaN for a missing value
   */
  public HeatMap(String caption, List<String> rows, List<String> columns, double[][] values) {
    this.caption = caption;
    this.rows = List.copyOf(rows);
    this.columns = List.copyOf(columns);
    this.values = Arrays.stream(values).map(double[]::clone).toArray(double[][]::new);
    boolean fits =
        values.length == rows.size()
            && Arrays.stream(values).allMatch(row -> row.length == columns.size());
    if (!fits) {
      throw new IllegalArgumentException(
          "values do not fit " + rows.size() + " rows and " + columns.size() + " columns");
    }
    low = finite().min().orElse(0);
    high = finite().max().orElse(1);
  }

  /** Creates a heat map of a language matrix with the mean of each row and column. */
  public static HeatMap of(String caption, LanguageMatrix matrix) {
    double[][] values = new double[matrix.rows().size()][matrix.columns().size()];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values[i].length; j++) {
        Language row = matrix.rows().get(i);
        values[i][j] = matrix.value(row, matrix.columns().get(j)).orElse(Double.NaN);
      }
    }
    return new HeatMap(caption, tags(matrix.rows()), tags(matrix.columns()), values)
        .axes("query language", "document language")
        .withMeans();
  }

  private static List<String> tags(List<Language> languages) {
    return languages.stream().map(Language::tag).toList();
  }

  private DoubleStream finite() {
    return Arrays.stream(values).flatMapToDouble(Arrays::stream).filter(Double::isFinite);
  }

  /** Sets the range of values of the colour scale. */
  public HeatMap scale(double low, double high) {
    this.low = low;
    this.high = high;
    return this;
  }

  /** Sets the number of decimals of the values; 2 by default. */
  public HeatMap decimals(int decimals) {
    this.decimals = decimals;
    return this;
  }

  /** Sets the names of the row axis and the column axis. */
  public HeatMap axes(String rowAxis, String columnAxis) {
    this.rowAxis = rowAxis;
    this.columnAxis = columnAxis;
    return this;
  }

  /** Adds the mean of each row, of each column, and of all cells. */
  public HeatMap withMeans() {
    means = true;
    return this;
  }

  @Override
  public String html() {
    boolean upright =
        columns.stream().anyMatch(name -> TextTable.width(name) > MAX_HORIZONTAL_NAME);
    StringBuilder html = new StringBuilder("<table class=\"heat\">\n<thead>");
    if (!columnAxis.isEmpty()) {
      html.append("<tr><td></td><th class=\"axis\" colspan=\"")
          .append(columns.size())
          .append("\">");
      html.append(HtmlFragments.escape(columnAxis)).append("</th></tr>\n");
    }
    html.append("<tr>");
    html.append(
        rowAxis.isEmpty()
            ? "<td></td>"
            : "<th class=\"axis\">" + HtmlFragments.escape(rowAxis) + "</th>");
    for (String column : columns) {
      html.append("<th scope=\"col\">").append(upright ? "<span class=\"upright\">" : "<span>");
      html.append(HtmlFragments.escape(column)).append("</span></th>");
    }
    html.append(means ? "<th scope=\"col\" class=\"mean\">mean</th>" : "");
    html.append("</tr></thead>\n<tbody>\n");
    for (int i = 0; i < rows.size(); i++) {
      html.append("<tr><th scope=\"row\">")
          .append(HtmlFragments.escape(rows.get(i)))
          .append("</th>");
      Arrays.stream(values[i]).forEach(value -> cell(html, value, ""));
      if (means) {
        cell(html, mean(Arrays.stream(values[i])), "mean");
      }
      html.append("</tr>\n");
    }
    if (means) {
      html.append("<tr class=\"mean\"><th scope=\"row\">mean</th>");
      for (int j = 0; j < columns.size(); j++) {
        int column = j;
        cell(html, mean(Arrays.stream(values).mapToDouble(row -> row[column])), "");
      }
      cell(html, mean(finite()), "mean");
      html.append("</tr>\n");
    }
    String table = html.append("</tbody>\n</table>").toString();
    return HtmlFragments.figure(caption, HtmlFragments.scrolling(caption, table) + legend());
  }

  private static double mean(DoubleStream figures) {
    return figures.filter(Double::isFinite).average().orElse(Double.NaN);
  }

  private void cell(StringBuilder html, double value, String kind) {
    String css = kind.isEmpty() ? "" : " class=\"" + kind + "\"";
    if (!Double.isFinite(value)) {
      html.append("<td class=\"none").append(kind.isEmpty() ? "" : " " + kind).append("\">–</td>");
      return;
    }
    int[] color = color(high > low ? (value - low) / (high - low) : 0.5);
    html.append("<td").append(css).append(" style=\"background:").append(rgb(color));
    html.append(";color:").append(luminance(color) > 0.179 ? "#000" : "#fff").append("\">");
    html.append(text(value)).append("</td>");
  }

  /** Formats a value without a leading zero, to save space: .82 for 0.82. */
  private String text(double value) {
    return PrintfNumbers.formatFixed(value, decimals).replaceFirst("^(-?)0\\.", "$1.");
  }

  private String legend() {
    StringBuilder stops = new StringBuilder();
    for (int[] color : CIVIDIS) {
      stops.append(',').append(rgb(color));
    }
    return "<div class=\"scale\">"
        + PrintfNumbers.formatFixed(low, decimals)
        + "<span style=\"background:linear-gradient(to right"
        + stops
        + ")\"></span>"
        + PrintfNumbers.formatFixed(high, decimals)
        + "</div>\n";
  }

  private static int[] color(double share) {
    double at = Math.clamp(share, 0, 1) * (CIVIDIS.length - 1);
    int below = Math.min((int) at, CIVIDIS.length - 2);
    int[] color = new int[3];
    for (int i = 0; i < 3; i++) {
      double from = CIVIDIS[below][i];
      color[i] = (int) Math.round(from + (at - below) * (CIVIDIS[below + 1][i] - from));
    }
    return color;
  }

  private static String rgb(int[] color) {
    return "rgb(" + color[0] + " " + color[1] + " " + color[2] + ")";
  }

  /** Relative luminance as WCAG 2 defines it. */
  private static double luminance(int[] color) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double c = color[i] / 255.0;
      sum += weights[i] * (c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
  }
}
