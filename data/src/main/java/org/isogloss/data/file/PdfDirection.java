// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.text.Bidi;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.apache.pdfbox.text.TextPosition;

/**
 * Restores the logical order of lines with text from right to left. A page shows glyphs at
 * positions, in any order, so the glyphs are sorted from left to right and reordered by the
 * bidirectional algorithm (Unicode Standard Annex 9), which maps the visual order of runs to their
 * logical order as well.
 */
final class PdfDirection {
  private static final String BRACKETS = "()[]{}<>«»‹›";

  /** Gap in font sizes that separates two words; a blank has about a quarter. */
  private static final float WORD_GAP = 0.15f;

  private PdfDirection() {}

  static boolean hasRightToLeft(String text) {
    return text.codePoints().anyMatch(PdfDirection::isRightToLeft);
  }

  private static boolean isRightToLeft(int character) {
    byte direction = Character.getDirectionality(character);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }

  /** Whether most letters are written from right to left. */
  static boolean isRightToLeft(List<String> lines) {
    long letters = 0;
    long rightToLeft = 0;
    for (String line : lines) {
      letters += line.codePoints().filter(Character::isLetter).count();
      rightToLeft += line.codePoints().filter(PdfDirection::isRightToLeft).count();
    }
    return 2 * rightToLeft > letters;
  }

  /**
   * Whether a line with text of both directions begins at its right end: it does if punctuation is
   * at its left end only, does not if punctuation is at its right end only, and is written like the
   * page otherwise.
   *
   * @param visual the texts of glyphs from left to right
   */
  static boolean beginsAtTheRight(String[] visual, boolean pageIsRightToLeft) {
    String text = String.join("", visual).strip();
    boolean left = !text.isEmpty() && isPunctuation(text.charAt(0));
    boolean right = !text.isEmpty() && isPunctuation(text.charAt(text.length() - 1));
    return left == right ? pageIsRightToLeft || isRightToLeft(List.of(text)) : left;
  }

  private static boolean isPunctuation(char character) {
    return ".,:;!?،؛؟…".indexOf(character) >= 0;
  }

  /** The texts of glyphs and blanks from left to right; marks follow their letters. */
  static String[] visualOrder(List<TextPosition> glyphs, PdfVowelSigns signs) {
    List<TextPosition> sorted = new ArrayList<>(glyphs);
    sorted.sort(Comparator.comparingDouble(TextPosition::getXDirAdj));
    List<String> texts = new ArrayList<>();
    float end = Float.MAX_VALUE;
    for (TextPosition glyph : sorted) {
      String text = signs.textOf(glyph);
      boolean mark =
          text.codePoints().allMatch(c -> Character.getType(c) == Character.NON_SPACING_MARK);
      if (mark && !texts.isEmpty()) {
        texts.add(texts.removeLast() + text);
        continue;
      }
      boolean apart = glyph.getXDirAdj() - end > WORD_GAP * glyph.getFontSizeInPt();
      if (apart && !text.isBlank() && !texts.getLast().isBlank()) {
        texts.add(" ");
      }
      texts.add(text);
      end = glyph.getXDirAdj() + glyph.getWidthDirAdj();
    }
    return texts.toArray(String[]::new);
  }

  /**
   * Returns a text in logical order.
   *
   * @param visual the texts of glyphs from left to right
   */
  static String logicalText(String[] visual, boolean rightToLeft) {
    Bidi bidi =
        new Bidi(
            String.join("", withStrongBrackets(visual, rightToLeft)),
            rightToLeft ? Bidi.DIRECTION_RIGHT_TO_LEFT : Bidi.DIRECTION_LEFT_TO_RIGHT);
    String[] shown = visual.clone();
    String[] mirrored = visual.clone();
    byte[] levels = new byte[visual.length];
    int at = 0;
    for (int i = 0; i < visual.length; i++) {
      levels[i] = (byte) bidi.getLevelAt(at);
      at += visual[i].length();
      if (levels[i] % 2 == 1) {
        mirrored[i] = mirror(visual[i]);
      }
    }
    Bidi.reorderVisually(levels, 0, shown, 0, shown.length);
    Bidi.reorderVisually(levels, 0, mirrored, 0, mirrored.length);
    // The text of a glyph is either the bracket that is seen or the one that is meant.
    String[] chosen = isNested(shown) && !isNested(mirrored) ? shown : mirrored;
    StringBuilder text = new StringBuilder();
    for (String glyph : chosen) {
      text.append(
          isPresentationForm(glyph) ? Normalizer.normalize(glyph, Normalizer.Form.NFKC) : glyph);
    }
    return text.toString().strip();
  }

  /**
   * Replaces paired brackets by letters of their direction: that of the text in them if the text
   * before them has it too, otherwise that of the line (rule N0 of the algorithm, which the JDK
   * does not have).
   */
  private static String[] withStrongBrackets(String[] visual, boolean rightToLeft) {
    String[] strong = visual.clone();
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < visual.length; i++) {
      int bracket = bracket(visual[i]);
      if (bracket < 0) {
        continue;
      }
      if (open.isEmpty() || bracket(visual[open.peek()]) != (bracket ^ 1)) {
        open.push(i);
        continue;
      }
      int start = open.pop();
      String inside = String.join("", Arrays.copyOfRange(visual, start + 1, i));
      boolean opposite =
          rightToLeft ? !hasRightToLeft(inside) && hasLetter(inside) : hasRightToLeft(inside);
      // Text in the opposite direction begins at the other end than the line.
      String before = neighbour(visual, rightToLeft ? start : i, rightToLeft ? -1 : 1);
      boolean joined = opposite && hasLetter(before) && hasRightToLeft(before) != rightToLeft;
      strong[start] = joined == rightToLeft ? "A" : "\u05d0";
      strong[i] = strong[start];
    }
    return strong;
  }

  /** The next glyph that is not blank; empty if there is none. */
  private static String neighbour(String[] visual, int from, int step) {
    int i = from + step;
    while (i >= 0 && i < visual.length && visual[i].isBlank()) {
      i += step;
    }
    return i >= 0 && i < visual.length ? visual[i] : "";
  }

  private static boolean hasLetter(String text) {
    return text.codePoints().anyMatch(Character::isLetter);
  }

  /** The index of a bracket, whose partner has the index with the last bit flipped; else -1. */
  private static int bracket(String glyph) {
    return glyph.length() == 1 ? BRACKETS.indexOf(glyph) : -1;
  }

  private static boolean isPresentationForm(String glyph) {
    return glyph
        .chars()
        .anyMatch(c -> (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfefc));
  }

  private static String mirror(String glyph) {
    int bracket = bracket(glyph);
    return bracket < 0 ? glyph : BRACKETS.substring(bracket ^ 1, (bracket ^ 1) + 1);
  }

  /** Whether every closing bracket follows its opening one. */
  private static boolean isNested(String[] glyphs) {
    List<Integer> open = new ArrayList<>();
    for (String glyph : glyphs) {
      int bracket = bracket(glyph);
      if (bracket >= 0 && bracket % 2 == 0) {
        open.add(bracket);
      } else if (bracket >= 0 && (open.isEmpty() || open.removeLast() != bracket - 1)) {
        return false;
      }
    }
    return open.isEmpty();
  }
}
