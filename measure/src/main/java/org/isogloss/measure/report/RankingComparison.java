// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.isogloss.core.Language;

/**
 * Two rankings of one query side by side. Lines join the hits that both have, and each hit shows
 * its rank in the other ranking. The words of its title and text are shaded by their contribution
 * to the score, with the matching query word printed above.
 */
public final class RankingComparison implements Figure {
  private static final int SHADES = 5;

  /** Minimum share of the strongest contribution for a word to be shaded. */
  private static final double MIN_SHADED_SHARE = 0.1;

  /**
   * A segment of a text.
   *
   * @param contribution its contribution to the score of the text; 0 for text between words
   * @param queryWord the query word that it translates or equals; empty if there is none
   * @param emphasised whether it belongs to the part of the text that counted most
   */
  public record TextSegment(
      String text, double contribution, String queryWord, boolean emphasised) {
    public TextSegment {
      requireNonNull(text, "text is null");
      requireNonNull(queryWord, "queryWord is null");
    }

    public TextSegment(String text, double contribution, String queryWord) {
      this(text, contribution, queryWord, false);
    }
  }

  /**
   * A hit.
   *
   * @param name the name of its passage
   * @param otherRank its rank in the other ranking; empty if the other ranking does not contain it
   * @param remark how it came to its rank; may be empty
   * @param title its title, in segments; may be empty
   * @param text the whole text, in segments
   */
  public record Entry(
      String name,
      Language language,
      double score,
      OptionalInt otherRank,
      String remark,
      List<TextSegment> title,
      List<TextSegment> text) {
    public Entry {
      requireNonNull(name, "name is null");
      requireNonNull(language, "language is null");
      requireNonNull(otherRank, "otherRank is null");
      requireNonNull(remark, "remark is null");
      title = List.copyOf(title);
      text = List.copyOf(text);
    }
  }

  /**
   * A ranking.
   *
   * @param name the name of the system
   * @param entries its top hits, best first
   */
  public record Column(String name, List<Entry> entries) {
    public Column {
      requireNonNull(name, "name is null");
      entries = List.copyOf(entries);
    }
  }

  private final String caption;
  private final Column left;
  private final Column right;

  /** Creates a comparison of two rankings, before and after a change. */
  public RankingComparison(String caption, Column left, Column right) {
    this.caption = requireNonNull(caption, "caption is null");
    this.left = requireNonNull(left, "left is null");
    this.right = requireNonNull(right, "right is null");
  }

  @Override
  public String html() {
    return HtmlFragments.figure(
        caption,
        RankLines.of(left, right)
            + "<div class=\"pair\">\n"
            + column(left, 1)
            + column(right, -1)
            + "</div>\n");
  }

  /** {@code forward} is 1 if the other ranking is the later one, -1 if it is the earlier one. */
  private static String column(Column column, int forward) {
    StringBuilder html =
        new StringBuilder("<section>\n<h2>").append(HtmlFragments.escape(column.name()));
    html.append("</h2>\n<ol>\n");
    int rank = 0;
    for (Entry entry : column.entries()) {
      rank++;
      html.append("<li>\n<p class=\"hit\"><b>").append(rank).append("</b> ");
      html.append(change(rank, entry.otherRank(), forward)).append(" <span>");
      html.append(HtmlFragments.escape(entry.name())).append(" · ").append(entry.language().tag());
      html.append(String.format(Locale.ROOT, " · %.4f", entry.score())).append("</span></p>\n");
      if (!entry.remark().isEmpty()) {
        html.append("<p class=\"hit\">").append(HtmlFragments.escape(entry.remark()));
        html.append("</p>\n");
      }
      double strongest = strongest(entry);
      if (!entry.title().isEmpty()) {
        html.append(paragraph("title", entry, text(entry.title(), strongest)));
      }
      html.append(paragraph("text", entry, text(entry.text(), strongest))).append("</li>\n");
    }
    return html.append("</ol>\n</section>\n").toString();
  }

  private static String change(int rank, OptionalInt otherRank, int forward) {
    String where = forward > 0 ? "then" : "before";
    if (otherRank.isEmpty()) {
      return badge(forward > 0 ? "lost" : "won", where + " not found");
    }
    int other = otherRank.getAsInt();
    String kind = rank == other ? "same" : (other - rank) * forward < 0 ? "won" : "lost";
    String arrow = rank == other ? "=" : kind.equals("won") ? "▲" : "▼";
    return badge(kind, arrow + " " + where + " " + other);
  }

  private static String badge(String kind, String text) {
    return "<span class=\"" + kind + "\">" + text + "</span>";
  }

  private static String paragraph(String type, Entry entry, String html) {
    return String.format(
        Locale.ROOT,
        "<p class=\"%s\" dir=\"auto\" lang=\"%s\">%s</p>\n",
        type,
        entry.language().tag(),
        html);
  }

  private static double strongest(Entry entry) {
    return Stream.concat(entry.title().stream(), entry.text().stream())
        .mapToDouble(segment -> Math.abs(segment.contribution()))
        .max()
        .orElse(0);
  }

  private static String text(List<TextSegment> segments, double strongest) {
    StringBuilder html = new StringBuilder();
    boolean emphasised = false;
    for (TextSegment segment : segments) {
      if (segment.emphasised() != emphasised) {
        emphasised = segment.emphasised();
        html.append(emphasised ? "<em>" : "</em>");
      }
      double share = strongest > 0 ? segment.contribution() / strongest : 0;
      String word = HtmlFragments.escape(segment.text());
      String annotated = annotate(word, segment);
      html.append(
          Math.abs(share) < MIN_SHADED_SHARE
              ? annotated
              : shade(annotated, segment.contribution(), share));
    }
    return html.append(emphasised ? "</em>" : "").toString();
  }

  private static String annotate(String word, TextSegment segment) {
    if (segment.queryWord().isEmpty()) {
      return word;
    }
    return segment.queryWord().equalsIgnoreCase(segment.text())
        ? "<u>" + word + "</u>"
        : "<ruby>" + word + "<rt>" + HtmlFragments.escape(segment.queryWord()) + "</rt></ruby>";
  }

  private static String shade(String word, double contribution, double share) {
    int shade = Math.clamp((int) Math.ceil(Math.abs(share) * SHADES), 1, SHADES);
    return String.format(
        Locale.ROOT,
        "<mark class=\"%s%d\" title=\"%+.3f\">%s</mark>",
        share > 0 ? "for" : "against",
        shade,
        contribution,
        word);
  }
}
