// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/** Collects the lines of each page with their positions, in the order of the content. */
final class PdfTextLines extends PDFTextStripper {
  /** A line whose direction is not known before the whole page has been read. */
  private record RawLine(String text, List<TextPosition> glyphs) {}

  /** Forms that each contain the next one twice would be shown without end. */
  private static final int MAX_FORMS = 100_000;

  private final List<List<PdfLine>> pages = new ArrayList<>();
  private final List<RawLine> page = new ArrayList<>();
  private final Set<COSStream> openForms = new HashSet<>();
  private int shownForms;
  private PdfVowelSigns signs = new PdfVowelSigns();
  private boolean inArticle;
  private StringBuilder text = new StringBuilder();
  private List<TextPosition> glyphs = new ArrayList<>();

  private PdfTextLines() {
    addOperator(new BoundedFontOperator(this));
  }

  /** Returns the lines of each page. */
  static List<List<PdfLine>> of(PDDocument document) throws IOException {
    PdfTextLines lines = new PdfTextLines();
    lines.writeText(document, Writer.nullWriter());
    return lines.pages;
  }

  /** Shows a form; one that contains itself is not shown again. */
  @Override
  public void showForm(PDFormXObject form) throws IOException {
    COSStream content = form.getCOSObject();
    if (++shownForms > MAX_FORMS) {
      // PDFBox ignores a checked exception here.
      throw new IllegalStateException("shows forms more than " + MAX_FORMS + " times");
    }
    if (openForms.add(content)) {
      try {
        super.showForm(form);
      } finally {
        openForms.remove(content);
      }
    }
  }

  @Override
  protected void processTextPosition(TextPosition glyph) {
    if (!signs.take(glyph)) {
      super.processTextPosition(glyph);
    }
  }

  /**
   * PDFBox compares the positions of rotated text correctly only if it sorts by position. It asks
   * before each article whether to sort, and in the article which positions to compare.
   */
  @Override
  public boolean getSortByPosition() {
    return inArticle;
  }

  @Override
  protected void startArticle(boolean isLeftToRight) {
    inArticle = true;
  }

  @Override
  protected void endArticle() {
    inArticle = false;
  }

  @Override
  protected void writeString(String word, List<TextPosition> positions) {
    text.append(word);
    glyphs.addAll(positions);
  }

  @Override
  protected void writeWordSeparator() {
    text.append(' ');
  }

  @Override
  protected void writeLineSeparator() {
    endLine();
  }

  @Override
  protected void writeParagraphStart() {
    endLine();
  }

  @Override
  protected void writeParagraphEnd() {
    endLine();
  }

  @Override
  protected void writePageStart() {
    // Pages are separated by their lists.
  }

  @Override
  protected void writePageEnd() {
    // See writePageStart.
  }

  private void endLine() {
    if (!glyphs.isEmpty()) {
      page.add(new RawLine(text.toString(), glyphs));
      text = new StringBuilder();
      glyphs = new ArrayList<>();
    }
  }

  @Override
  protected void endPage(PDPage ended) {
    endLine();
    signs.endPage();
    boolean rightToLeft = PdfDirection.isRightToLeft(page.stream().map(RawLine::text).toList());
    pages.add(page.stream().map(line -> line(line, rightToLeft)).toList());
    page.clear();
    signs = new PdfVowelSigns();
  }

  private PdfLine line(RawLine raw, boolean pageIsRightToLeft) {
    float left = Float.MAX_VALUE;
    float right = 0;
    for (TextPosition glyph : raw.glyphs()) {
      left = Math.min(left, glyph.getXDirAdj());
      right = Math.max(right, glyph.getXDirAdj() + glyph.getWidthDirAdj());
    }
    TextPosition first = raw.glyphs().getFirst();
    if (!PdfDirection.hasRightToLeft(raw.text())) {
      return new PdfLine(
          raw.text(), false, left, right, first.getYDirAdj(), first.getFontSizeInPt());
    }
    String[] visual = PdfDirection.visualOrder(raw.glyphs(), signs);
    boolean rightToLeft = PdfDirection.beginsAtTheRight(visual, pageIsRightToLeft);
    return new PdfLine(
        PdfDirection.logicalText(visual, rightToLeft),
        rightToLeft,
        left,
        right,
        first.getYDirAdj(),
        first.getFontSizeInPt());
  }
}
