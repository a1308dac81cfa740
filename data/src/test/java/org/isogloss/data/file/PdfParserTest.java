// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.isogloss.core.metadata.PageStarts;
import org.isogloss.data.MalformedRecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PdfParserTest {
  /** The characters from à to ä as Hebrew letters, å and æ as vowel signs. */
  private static final String HEBREW =
      "1 beginbfrange <E0> <E6> [<05E9> <05DC> <05D5> <05DD> <05E2> <05B8> <05B9>] endbfrange";

  private static COSStream stream(PDDocument document, String content) throws IOException {
    COSStream stream = document.getDocument().createCOSStream();
    try (OutputStream out = stream.createOutputStream(COSName.FLATE_DECODE)) {
      out.write(content.getBytes(ISO_8859_1));
    }
    return stream;
  }

  private static COSDictionary font(PDDocument document, String characters) throws IOException {
    COSDictionary font = new COSDictionary();
    font.setItem(COSName.TYPE, COSName.FONT);
    font.setItem(COSName.SUBTYPE, COSName.TYPE1);
    font.setName(COSName.BASE_FONT, "Helvetica");
    font.setItem(COSName.ENCODING, COSName.WIN_ANSI_ENCODING);
    font.setItem(
        COSName.TO_UNICODE,
        stream(
            document,
            "begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
                + characters
                + " endcmap"));
    return font;
  }

  private static PDPage page(PDDocument document, COSDictionary font, String content)
      throws IOException {
    PDPage page = new PDPage();
    page.setResources(new PDResources());
    COSDictionary fonts = new COSDictionary();
    fonts.setItem("F", font);
    page.getResources().getCOSObject().setItem(COSName.FONT, fonts);
    page.setContents(new PDStream(stream(document, "BT /F 10 Tf " + content + " ET")));
    document.addPage(page);
    return page;
  }

  private static byte[] bytes(PDDocument document) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    document.save(out);
    return out.toByteArray();
  }

  /** Parses pages of lines; a number before a line is the gap above it, in points. */
  private static FileContent parse(String characters, List<String> pages)
      throws IOException, MalformedRecordException {
    try (PDDocument document = new PDDocument()) {
      COSDictionary font = font(document, characters);
      for (String lines : pages) {
        StringBuilder content = new StringBuilder("72 700 Td ");
        for (String line : lines.split("\n")) {
          int blank = line.indexOf(' ');
          content.append("0 -").append(line, 0, blank).append(" Td (");
          content.append(line.substring(blank + 1)).append(") Tj ");
        }
        page(document, font, content.toString());
      }
      return PdfParser.parse(bytes(document));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 15, 18, 24, 30})
  void findsParagraphsAtAnyLineSpacing(int spacing) throws IOException, MalformedRecordException {
    String text =
        """
        12 The Donaudampf-
        12 schifffahrt is a word of
        12 many letters.
        20 It is long, and no E-
        12 Mail contains it.
        """
            .replaceAll("(?m)^12 ", spacing + " ")
            .replaceAll("(?m)^20 ", spacing * 3 / 2 + " ");
    assertThat(parse("", List.of(text)).text())
        .isEqualTo(
            "The Donaudampfschifffahrt is a word of many letters.\n\n"
                + "It is long, and no E-Mail contains it.");
  }

  @Test
  void aParagraphBeginsAtAnIndentedLine() throws IOException, MalformedRecordException {
    try (PDDocument document = new PDDocument()) {
      page(
          document,
          font(document, ""),
          "72 700 Td (One) Tj 0 -12 Td (and two.) Tj 12 -12 Td (Three) Tj -12 -12 Td (and four.) Tj"
              + " 0 -12 Td (* five) Tj 12 -12 Td (and six.) Tj");
      assertThat(PdfParser.parse(bytes(document)).text())
          .isEqualTo("One and two.\n\nThree and four. * five\n\nand six.");
    }
  }

  @Test
  void knowsWhereThePagesBegin() throws IOException, MalformedRecordException {
    FileContent content =
        parse("", List.of("12 One page.", "12  ", "12 Another\n12 page.\n40 Its end."));
    assertThat(content.text()).isEqualTo("One page.\n\nAnother page.\n\nIts end.");
    assertThat(content.metadata().find(PageStarts.FIELD))
        .contains(PageStarts.of(List.of(0, 9, 11)));
    assertThat(PageStarts.findPage(content.metadata(), content.text().indexOf("Its"))).hasValue(3);
  }

  /** Content in visual order: the letters of Hebrew words are from left to right as seen. */
  @ParameterizedTest
  @CsvSource({
    "ãâáà àä, עש שלום",
    "'\\(ãâáà\\) àä', עש (שלום)",
    "'12 \\(ABC, 3\\) ãâáà', 'שלום (ABC, 3) 12'",
    "'The word ãâáà \\(see ä\\) is Hebrew', 'The word שלום (see ע) is Hebrew'",
    "The word ãâáà, The word שלום",
    "'The word \\(àä\\) ãâáà is Hebrew', 'The word שלום (עש) is Hebrew'",
    "'The word \\(ãâáà\\) is Hebrew', 'The word (שלום) is Hebrew'",
    "'àä Term \\(ABC\\) ãâáà ãâáà', 'שלום שלום Term (ABC) עש'",
    "'English: ãâáà ãâáà ãâáà.', English: שלום שלום שלום.",
    "'.is Hebrew ãâáà The word', The word שלום is Hebrew.",
  })
  void ordersLinesOfMixedDirection(String visual, String logical)
      throws IOException, MalformedRecordException {
    assertThat(parse(HEBREW, List.of("12 " + visual)).text()).isEqualTo(logical);
  }

  @Test
  void ordersGlyphsThatAreShownInLogicalOrder() throws IOException, MalformedRecordException {
    StringBuilder content = new StringBuilder("1 0 0 1 300 700 Tm ");
    int x = 300;
    for (char letter : "àáâã äà".toCharArray()) {
      x -= 6;
      content.append(
          String.format(Locale.ROOT, "1 0 0 1 %d 700 Tm (%s) Tj ", x, letter == ' ' ? "" : letter));
    }
    try (PDDocument document = new PDDocument()) {
      page(document, font(document, HEBREW), content.toString());
      assertThat(PdfParser.parse(bytes(document)).text()).isEqualTo("שלום עש");
    }
  }

  /** Each sign is shown without an advance: before its letter from left to right, or after it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "300 700 Td [(ã) (æ) 889 (âáå) 556 (à)] TJ",
        "300 700 Td [(ã) (æ) 800 (âáå) 450 (à)] TJ",
        "300 700 Td (à) Tj (å) Tj -6 0 Td (á) Tj -6 0 Td (â) Tj 1 0 Td (æ) Tj -7 0 Td (ã) Tj",
      })
  void keepsVowelSignsWithTheirLetters(String content)
      throws IOException, MalformedRecordException {
    try (PDDocument document = new PDDocument()) {
      page(document, font(document, HEBREW), content);
      assertThat(PdfParser.parse(bytes(document)).text()).isEqualTo("ש\u05b8לו\u05b9ם");
    }
  }

  @Test
  void readsTextAndPagesThatAreRotated() throws IOException, MalformedRecordException {
    String lines = "(Der Rhein ist ein langer) Tj 0 -14 Td (Fluss in Europa.) Tj";
    try (PDDocument document = new PDDocument()) {
      COSDictionary font = font(document, "");
      page(document, font, "0 1 -1 0 300 100 Tm " + lines);
      page(document, font, "0 -1 1 0 300 700 Tm " + lines);
      for (int rotation : new int[] {90, 180, 270}) {
        page(document, font, "72 700 Td " + lines).setRotation(rotation);
      }
      assertThat(PdfParser.parse(bytes(document)).text().split("\n\n"))
          .hasSize(5)
          .containsOnly("Der Rhein ist ein langer Fluss in Europa.");
    }
  }

  @Test
  void mirrorsBracketsIfTheyAreNestedThen() {
    assertThat(PdfDirection.logicalText("(בא) גד".split(""), true)).isEqualTo("דג (אב)");
    // A program that writes the meant bracket instead of the seen one.
    assertThat(PdfDirection.logicalText(")בא( גד".split(""), true)).isEqualTo("דג (אב)");
    assertThat(PdfDirection.logicalText(new String[] {"ﺪ", "ﻻ", " ", "a"}, false))
        .isEqualTo("لاد a");
  }

  @Test
  @Timeout(600)
  void showsFormsThatContainThemselvesOnce() throws IOException, MalformedRecordException {
    try (PDDocument document = new PDDocument()) {
      COSDictionary font = font(document, "");
      PDPage page = page(document, font, "72 700 Td (page) Tj ET /X Do BT");
      COSStream form = form(document, "/X Do /X Do BT /F 9 Tf 72 600 Td (form) Tj ET");
      COSDictionary resources = page.getResources().getCOSObject();
      COSDictionary forms = new COSDictionary();
      forms.setItem("X", form);
      resources.setItem(COSName.XOBJECT, forms);
      form.setItem(COSName.RESOURCES, resources);
      assertThat(PdfParser.parse(bytes(document)).text()).isEqualTo("page\n\nform");
    }
  }

  @Test
  @Timeout(600)
  void refusesFormsThatMultiply() throws IOException {
    try (PDDocument document = new PDDocument()) {
      PDPage page = page(document, font(document, ""), "72 700 Td (page) Tj ET /X Do BT");
      COSDictionary resources = page.getResources().getCOSObject();
      for (int i = 0; i < 30; i++) {
        COSStream form = form(document, "/X Do /X Do");
        COSDictionary forms = new COSDictionary();
        forms.setItem("X", form);
        resources.setItem(COSName.XOBJECT, forms);
        resources = new COSDictionary();
        form.setItem(COSName.RESOURCES, resources);
      }
      byte[] file = bytes(document);
      assertThatThrownBy(() -> PdfParser.parse(file))
          .isInstanceOf(MalformedRecordException.class)
          .hasMessageStartingWith("is not a readable PDF file: shows forms more than 100000 times:")
          .hasMessageEndingWith("for instance by printing it to a new PDF file");
    }
  }

  private static COSStream form(PDDocument document, String content) throws IOException {
    COSStream form = stream(document, content);
    form.setItem(COSName.TYPE, COSName.XOBJECT);
    form.setItem(COSName.SUBTYPE, COSName.FORM);
    COSArray box = new COSArray();
    for (int side : new int[] {0, 0, 600, 800}) {
      box.add(COSInteger.get(side));
    }
    form.setItem(COSName.BBOX, box);
    return form;
  }

  @ParameterizedTest
  @CsvSource({
    "2147483647, 1 beginbfchar <0041> <0042> endbfchar",
    "10, 1 beginbfrange <00000000> <7FFFFFFF> <0041> endbfrange"
  })
  void refusesFontsWithImpossibleTables(int lastWidth, String characters) throws IOException {
    try (PDDocument document = new PDDocument()) {
      COSDictionary font = font(document, characters);
      font.setName(COSName.SUBTYPE, "Type0");
      font.setName(COSName.ENCODING, "Identity-H");
      COSDictionary descendant = new COSDictionary();
      descendant.setItem(COSName.TYPE, COSName.FONT);
      descendant.setName(COSName.SUBTYPE, "CIDFontType2");
      descendant.setName(COSName.BASE_FONT, "A");
      COSArray widths = new COSArray();
      for (int width : new int[] {0, lastWidth, 5}) {
        widths.add(COSInteger.get(width));
      }
      descendant.setItem(COSName.W, widths);
      COSArray descendants = new COSArray();
      descendants.add(descendant);
      font.setItem(COSName.DESCENDANT_FONTS, descendants);
      page(document, font, "72 700 Td (page) Tj");
      byte[] file = bytes(document);
      assertThatThrownBy(() -> PdfParser.parse(file))
          .isInstanceOf(MalformedRecordException.class)
          .hasMessageContaining("a font has more than 262144 entries");
    }
  }
}
