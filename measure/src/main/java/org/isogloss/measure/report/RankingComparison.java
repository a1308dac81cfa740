package org.isogloss.measure.report;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.isogloss.core.Language;

/**
 * Two answers to one query side by side. Every hit says at which rank the other answer has it; the
 * words of its text are shaded by what they count, and have what they translate above them.
 */
public final class RankingComparison implements Figure {
  private static final int SHADES = 5;

  /** Less than this share of the strongest word's effect is not shaded. */
  private static final double MIN_SHADED_SHARE = 0.1;

  /**
   * A stretch of a text.
   *
   * @param contribution what it counts for the text's score; 0 for what is between words
   * @param queryWord the word of the query that it translates, or is; empty where there is none
   */
  public record TextSegment(String text, double contribution, String queryWord) {
    public TextSegment {
      requireNonNull(text, "text is null");
      requireNonNull(queryWord, "match is null");
    }
  }

  /**
   * A hit.
   *
   * @param name of its passage
   * @param otherRank its rank in the other answer; empty where that does not have it
   * @param text all of it, in stretches
   */
  public record Entry(
      String name, Language language, double score, OptionalInt otherRank, List<TextSegment> text) {
    public Entry {
      requireNonNull(name, "name is null");
      requireNonNull(language, "language is null");
      requireNonNull(otherRank, "elsewhere is null");
      text = List.copyOf(text);
    }
  }

  /**
   * An answer.
   *
   * @param name how it was found
   * @param entries its first hits, best first
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

  /** Two answers, the one before and the one after something was changed. */
  public RankingComparison(String caption, Column left, Column right) {
    this.caption = requireNonNull(caption, "caption is null");
    this.left = requireNonNull(left, "left is null");
    this.right = requireNonNull(right, "right is null");
  }

  @Override
  public String html() {
    return HtmlFragments.figure(
        caption, "<div class=\"pair\">\n" + column(left, 1) + column(right, -1) + "</div>\n");
  }

  /** {@code forward} is 1 where the other answer comes after this one, -1 where before. */
  private static String column(Column column, int forward) {
    StringBuilder html =
        new StringBuilder("<section>\n<h3>").append(HtmlFragments.escape(column.name()));
    html.append("</h3>\n<ol>\n");
    int rank = 0;
    for (Entry entry : column.entries()) {
      rank++;
      html.append("<li>\n<p class=\"hit\"><b>").append(rank).append("</b> ");
      html.append(change(rank, entry.otherRank(), forward)).append(" <span>");
      html.append(HtmlFragments.escape(entry.name())).append(" · ").append(entry.language().tag());
      html.append(String.format(Locale.ROOT, " · %.4f", entry.score())).append("</span></p>\n");
      html.append("<p class=\"text\" dir=\"auto\" lang=\"").append(entry.language().tag());
      html.append("\">").append(text(entry.text())).append("</p>\n</li>\n");
    }
    return html.append("</ol>\n</section>\n").toString();
  }

  private static String change(int rank, OptionalInt elsewhere, int forward) {
    String where = forward > 0 ? "then" : "before";
    if (elsewhere.isEmpty()) {
      return badge(forward > 0 ? "lost" : "won", where + " not found");
    }
    int other = elsewhere.getAsInt();
    String kind = rank == other ? "same" : (other - rank) * forward < 0 ? "won" : "lost";
    String arrow = rank == other ? "=" : kind.equals("won") ? "▲" : "▼";
    return badge(kind, arrow + " " + where + " " + other);
  }

  private static String badge(String kind, String text) {
    return "<span class=\"" + kind + "\">" + text + "</span>";
  }

  private static String text(List<TextSegment> stretches) {
    double strongest =
        stretches.stream().mapToDouble(stretch -> Math.abs(stretch.contribution())).max().orElse(0);
    StringBuilder html = new StringBuilder();
    for (TextSegment stretch : stretches) {
      double share = strongest > 0 ? stretch.contribution() / strongest : 0;
      String word = HtmlFragments.escape(stretch.text());
      String above = matched(word, stretch);
      html.append(
          Math.abs(share) < MIN_SHADED_SHARE
              ? above
              : shaded(above, stretch.contribution(), share));
    }
    return html.toString();
  }

  private static String matched(String word, TextSegment stretch) {
    if (stretch.queryWord().isEmpty()) {
      return word;
    }
    return stretch.queryWord().equalsIgnoreCase(stretch.text())
        ? "<u>" + word + "</u>"
        : "<ruby>" + word + "<rt>" + HtmlFragments.escape(stretch.queryWord()) + "</rt></ruby>";
  }

  private static String shaded(String word, double effect, double share) {
    int shade = Math.clamp((int) Math.ceil(Math.abs(share) * SHADES), 1, SHADES);
    return String.format(
        Locale.ROOT,
        "<mark class=\"%s%d\" title=\"%+.3f\">%s</mark>",
        share > 0 ? "for" : "against",
        shade,
        effect,
        word);
  }
}
