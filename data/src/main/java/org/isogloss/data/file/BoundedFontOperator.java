// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pdfbox.contentstream.PDFStreamEngine;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.text.SetFontAndSize;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSNumber;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDResources;

/**
 * Sets a font after checking that its tables are not larger than those of a font can be: PDFBox
 * stores each width and each character of a range, and a range of 20 bytes can have 4 billion.
 */
final class BoundedFontOperator extends SetFontAndSize {
  /** A font has at most 65,536 glyphs; ranges may overlap. */
  private static final long MAX_ENTRIES = 1 << 18;

  private static final int MAX_MAP_BYTES = 8 << 20;

  /** A range in a character map: first code, last code, and the text of the first or of all. */
  private static final Pattern RANGE =
      Pattern.compile(
          "<\\s*+([0-9a-fA-F]{1,8}+)\\s*+>\\s*+<\\s*+([0-9a-fA-F]{1,8}+)\\s*+>\\s*+"
              + "(?:<[^>]*+>|\\[[^\\]]*+\\])");

  private final Set<COSDictionary> checked = new HashSet<>();

  BoundedFontOperator(PDFStreamEngine engine) {
    super(engine);
  }

  @Override
  public void process(Operator operator, List<COSBase> operands) throws IOException {
    PDResources resources = getContext().getResources();
    if (!operands.isEmpty() && operands.getFirst() instanceof COSName name && resources != null) {
      COSDictionary fonts = resources.getCOSObject().getCOSDictionary(COSName.FONT);
      COSDictionary font = fonts == null ? null : fonts.getCOSDictionary(name);
      if (font != null && checked.add(font)) {
        check(font);
      }
    }
    super.process(operator, operands);
  }

  private static void check(COSDictionary font) throws IOException {
    if (font.getDictionaryObject(COSName.TO_UNICODE) instanceof COSStream map) {
      checkMap(map);
    }
    COSArray descendants = font.getCOSArray(COSName.DESCENDANT_FONTS);
    if (descendants != null && descendants.size() > 0) {
      if (descendants.getObject(0) instanceof COSDictionary descendant) {
        checkWidths(descendant.getCOSArray(COSName.W), 1);
        checkWidths(descendant.getCOSArray(COSName.W2), 3);
      }
    }
  }

  /**
   * Checks {@code first last values...} and {@code first [values]}.
   *
   * @param values number of values of a range
   */
  private static void checkWidths(COSArray widths, int values) throws IOException {
    long entries = 0;
    int i = 0;
    while (widths != null && i + 1 < widths.size()) {
      if (widths.getObject(i) instanceof COSNumber first
          && widths.getObject(i + 1) instanceof COSNumber last) {
        entries += Math.max(0, last.longValue() - first.longValue());
        requireBounded(entries);
        i += values;
      }
      i += 2;
    }
  }

  private static void checkMap(COSStream map) throws IOException {
    byte[] bytes;
    try (InputStream in = map.createInputStream()) {
      bytes = in.readNBytes(MAX_MAP_BYTES);
    }
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    long entries = bytes.length == MAX_MAP_BYTES ? Long.MAX_VALUE : 0;
    requireBounded(entries);
    int start = text.indexOf("beginbfrange");
    while (start >= 0) {
      int end = text.indexOf("endbfrange", start);
      Matcher range = RANGE.matcher(text).region(start, end < 0 ? text.length() : end);
      while (range.find()) {
        long first = Long.parseLong(range.group(1), 16);
        long last = Long.parseLong(range.group(2), 16);
        entries += Math.max(0, last - first);
        requireBounded(entries);
      }
      start = end < 0 ? -1 : text.indexOf("beginbfrange", end);
    }
  }

  private static void requireBounded(long entries) throws IOException {
    if (entries > MAX_ENTRIES) {
      throw new IOException(
          "a font has more than " + MAX_ENTRIES + " entries, expected at most 65,536 glyphs");
    }
  }
}
