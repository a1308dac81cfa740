package org.isogloss.measure;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.isogloss.core.Language;

/**
 * Two answers to one query side by side. Every hit says at which rank the other answer has it; the
 * words of its text are shaded by what they count, and have what they translate above them.
 */
public final class RankingPair implements Figure {
  private static final int SHADES = 5;

  /** Less than this share of the strongest word's effect is not shaded. */
  private static final double FAINT = 0.1;

  /**
   * A stretch of a text.
   *
   * @param effect what it counts for the text's score; 0 for what is between words
   * @param match the word of the query that it translates, or is; empty where there is none
   */
  public record Stretch(String text, double effect, String match) {
    public Stretch {
      requireNonNull(text, "text is null");
      requireNonNull(match, "match is null");
    }
  }

  /**
   * A hit.
   *
   * @param name of its passage
   * @param elsewhere its rank in the other answer; empty where that does not have it
   * @param text all of it, in stretches
   */
  public record Entry(
      String name, Language language, double score, OptionalInt elsewhere, List<Stretch> text) {
    public Entry {
      requireNonNull(name, "name is null");
      requireNonNull(language, "language is null");
      requireNonNull(elsewhere, "elsewhere is null");
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
  public RankingPair(String caption, Column left, Column right) {
    this.caption = requireNonNull(caption, "caption is null");
    this.left = requireNonNull(left, "left is null");
    this.right = requireNonNull(right, "right is null");
  }

  @Override
  public String html() {
    return Html.figure(
        caption, "<div class=\"pair\">\n" + column(left, 1) + column(right, -1) + "</div>\n");
  }

  /** {@code forward} is 1 where the other answer comes after this one, -1 where before. */
  private static String column(Column column, int forward) {
    StringBuilder html = new StringBuilder("<section>\n<h3>").append(Html.escape(column.name()));
    html.append("</h3>\n<ol>\n");
    int rank = 0;
    for (Entry entry : column.entries()) {
      rank++;
      html.append("<li>\n<p class=\"hit\"><b>").append(rank).append("</b> ");
      html.append(change(rank, entry.elsewhere(), forward)).append(" <span>");
      html.append(Html.escape(entry.name())).append(" · ").append(entry.language().tag());
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

  private static String text(List<Stretch> stretches) {
    double strongest =
        stretches.stream().mapToDouble(stretch -> Math.abs(stretch.effect())).max().orElse(0);
    StringBuilder html = new StringBuilder();
    for (Stretch stretch : stretches) {
      double share = strongest > 0 ? stretch.effect() / strongest : 0;
      String word = Html.escape(stretch.text());
      String above = matched(word, stretch);
      html.append(Math.abs(share) < FAINT ? above : shaded(above, stretch.effect(), share));
    }
    return html.toString();
  }

  private static String matched(String word, Stretch stretch) {
    if (stretch.match().isEmpty()) {
      return word;
    }
    return stretch.match().equalsIgnoreCase(stretch.text())
        ? "<u>" + word + "</u>"
        : "<ruby>" + word + "<rt>" + Html.escape(stretch.match()) + "</rt></ruby>";
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
