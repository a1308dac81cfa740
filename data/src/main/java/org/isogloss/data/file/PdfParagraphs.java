// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Joins the lines of a page to paragraphs. A paragraph begins after a gap that is clearly wider
 * than the median gap of the page, whatever its line spacing is, at an indented line, and at the
 * top of a column. A hyphen at the end of a line disappears before a lower-case letter, and no
 * blank is inserted between characters of scripts without blanks.
 */
final class PdfParagraphs {
  /** How much wider a gap is before a paragraph than between its lines. */
  private static final float WIDER = 1.25f;

  /** Gap in font sizes that no line spacing has. */
  private static final float WIDEST = 3.5f;

  /** Gap in font sizes up to which two pieces of text are in one line. */
  private static final float SAME_LINE = 0.3f;

  /** Indentation of the first line of a paragraph, in font sizes. */
  private static final float INDENT = 0.8f;

  /** A justified line has wide gaps next to its spaces. */
  private static final Pattern BLANKS = Pattern.compile(" {2,}");

  private PdfParagraphs() {}

  static List<String> of(List<PdfLine> lines) {
    float typicalGap = medianGap(lines);
    List<String> paragraphs = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (!open.isEmpty() && begins(lines.get(i), lines.get(i - 1), open.size(), typicalGap)) {
        paragraphs.add(join(open));
        open.clear();
      }
      open.add(lines.get(i).text());
    }
    if (!open.isEmpty()) {
      paragraphs.add(join(open));
    }
    paragraphs.removeIf(String::isEmpty);
    return paragraphs;
  }

  private static float medianGap(List<PdfLine> lines) {
    float[] gaps = new float[lines.size()];
    int count = 0;
    for (int i = 1; i < lines.size(); i++) {
      float gap = lines.get(i).baseline() - lines.get(i - 1).baseline();
      float size = lines.get(i).size();
      if (gap > SAME_LINE * size && gap < WIDEST * size) {
        gaps[count++] = gap;
      }
    }
    Arrays.sort(gaps, 0, count);
    return count == 0 ? Float.MAX_VALUE : gaps[(count - 1) / 2];
  }

  private static boolean begins(PdfLine line, PdfLine previous, int openLines, float typicalGap) {
    float gap = line.baseline() - previous.baseline();
    boolean above = gap < -SAME_LINE * line.size();
    boolean apart = gap > WIDER * typicalGap || gap >= WIDEST * line.size();
    // The second line of a paragraph may be indented too: that of an item of a list is.
    boolean indented = openLines > 1 && line.indentAfter(previous) > INDENT * line.size();
    return above || apart || (indented && gap > SAME_LINE * line.size());
  }

  /** Joins the lines of a paragraph. */
  static String join(List<String> lines) {
    StringBuilder paragraph = new StringBuilder();
    lines.forEach(line -> append(paragraph, BLANKS.matcher(line.strip()).replaceAll(" ")));
    return paragraph.toString();
  }

  private static void append(StringBuilder paragraph, String line) {
    if (line.isEmpty()) {
      return;
    }
    if (!paragraph.isEmpty()) {
      int last = paragraph.codePointBefore(paragraph.length());
      int next = line.codePointAt(0);
      boolean hyphenated =
          (last == '-' || last == '\u2010' || last == '\u00ad')
              && paragraph.length() > 1
              && Character.isLetter(paragraph.codePointBefore(paragraph.length() - 1));
      if (hyphenated && Character.isLowerCase(next)) {
        paragraph.setLength(paragraph.length() - 1);
      } else if (!(hyphenated || (isWithoutBlanks(last) && isWithoutBlanks(next)))) {
        paragraph.append(' ');
      }
    }
    paragraph.append(line);
  }

  private static boolean isWithoutBlanks(int character) {
    return switch (Character.UnicodeScript.of(character)) {
      case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
      default -> "。、，！？：；「」『』（）".indexOf(character) >= 0;
    };
  }
}
