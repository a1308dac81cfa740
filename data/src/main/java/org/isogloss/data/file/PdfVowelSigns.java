// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.lang.Character.UnicodeBlock;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.pdfbox.text.TextPosition;

/**
 * Assigns the vowel signs and other marks of a page in Hebrew or Arabic to their letters. PDFBox
 * does it by their positions, but the origin of a mark may be on either side of its letter, so the
 * order of the content decides: a mark is shown after its letter, or before it if the page shows
 * text from right to left in the opposite order.
 */
final class PdfVowelSigns {
  private static final Set<UnicodeBlock> BLOCKS =
      Set.of(
          UnicodeBlock.HEBREW,
          UnicodeBlock.ARABIC,
          UnicodeBlock.ARABIC_EXTENDED_A,
          UnicodeBlock.SYRIAC,
          UnicodeBlock.THAANA);

  private final IdentityHashMap<TextPosition, StringBuilder> texts = new IdentityHashMap<>();
  private final List<TextPosition> waiting = new ArrayList<>();
  private TextPosition previous;

  /**
   * Takes the next glyph of the content.
   *
   * @return whether it is a mark, which belongs to another glyph
   */
  boolean take(TextPosition glyph) {
    if (isMark(glyph.getUnicode())) {
      waiting.add(glyph);
      return true;
    }
    for (TextPosition mark : waiting) {
      add(mark, isOnPrevious(mark, glyph) ? previous : glyph);
    }
    waiting.clear();
    previous = glyph;
    return false;
  }

  /** Assigns the marks at the end of the page. */
  void endPage() {
    if (previous != null) {
      waiting.forEach(mark -> add(mark, previous));
    }
    waiting.clear();
  }

  private void add(TextPosition mark, TextPosition letter) {
    texts
        .computeIfAbsent(letter, one -> new StringBuilder(one.getUnicode()))
        .append(mark.getUnicode());
  }

  private boolean isOnPrevious(TextPosition mark, TextPosition next) {
    if (previous == null) {
      return false;
    }
    boolean isShownBackwards =
        PdfDirection.hasRightToLeft(next.getUnicode()) && next.getXDirAdj() > previous.getXDirAdj();
    return isShownBackwards ? !isNear(mark, next) : isNear(mark, previous) || !isNear(mark, next);
  }

  private static boolean isNear(TextPosition mark, TextPosition letter) {
    float distance = letter.getFontSizeInPt() / 2;
    float x = mark.getXDirAdj();
    return x >= letter.getXDirAdj() - distance
        && x <= letter.getXDirAdj() + letter.getWidthDirAdj() + distance
        && Math.abs(mark.getYDirAdj() - letter.getYDirAdj()) <= 2 * distance;
  }

  private static boolean isMark(String text) {
    return !text.isEmpty()
        && text.codePoints()
            .allMatch(
                c ->
                    Character.getType(c) == Character.NON_SPACING_MARK
                        && BLOCKS.contains(UnicodeBlock.of(c)));
  }

  /** The text of a glyph with its marks, in canonical order. */
  String textOf(TextPosition glyph) {
    StringBuilder text = texts.get(glyph);
    return text == null ? glyph.getUnicode() : Normalizer.normalize(text, Normalizer.Form.NFC);
  }
}
