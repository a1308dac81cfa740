// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;

/** Writes sentence pairs as TMX 1.4 and XLIFF 1.2, one unit on each line. */
final class XmlBitextWriter {
  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private final LanguagePair languages;
  private long units;

  private XmlBitextWriter(LanguagePair languages) {
    this.languages = languages;
  }

  static RecordWriter<SentencePair> tmx(Path file, LanguagePair languages) {
    String header =
        DECLARATION
            + "<tmx version=\"1.4\">\n<header creationtool=\"Isogloss\" creationtoolversion=\"1\""
            + " segtype=\"sentence\" o-tmf=\"TSV\" adminlang=\"en\" datatype=\"plaintext\" srclang=\""
            + languages.source().tag()
            + "\"/>\n<body>";
    return RecordWriter.open(
        file, header, new XmlBitextWriter(languages)::appendTmx, "</body>\n</tmx>");
  }

  static RecordWriter<SentencePair> xliff(Path file, LanguagePair languages) {
    String header =
        DECLARATION
            + "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">\n"
            + "<file original=\"bitext\" datatype=\"plaintext\" source-language=\""
            + languages.source().tag()
            + "\" target-language=\""
            + languages.target().tag()
            + "\">\n<body>";
    return RecordWriter.open(
        file, header, new XmlBitextWriter(languages)::appendXliff, "</body>\n</file>\n</xliff>");
  }

  private void appendTmx(SentencePair pair, StringBuilder line) {
    Bitext.requireWritable(pair, languages);
    line.append("<tu>");
    if (!pair.origin().isEmpty()) {
      appendText(pair.origin(), line.append("<prop type=\"origin\">"));
      line.append("</prop>");
    }
    appendVariant(languages.source().tag(), pair.source(), line);
    appendVariant(languages.target().tag(), pair.target(), line);
    line.append("</tu>");
  }

  private static void appendVariant(String language, String text, StringBuilder line) {
    line.append("<tuv xml:lang=\"").append(language).append("\"><seg>");
    appendText(text, line);
    line.append("</seg></tuv>");
  }

  private void appendXliff(SentencePair pair, StringBuilder line) {
    Bitext.requireWritable(pair, languages);
    line.append("<trans-unit id=\"").append(++units).append("\"><source>");
    appendText(pair.source(), line);
    appendText(pair.target(), line.append("</source><target>"));
    line.append("</target>");
    if (!pair.origin().isEmpty()) {
      appendText(pair.origin(), line.append("<note from=\"origin\">"));
      line.append("</note>");
    }
    line.append("</trans-unit>");
  }

  private static void appendText(String text, StringBuilder line) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> line.append("&amp;");
        case '<' -> line.append("&lt;");
        case '>' -> line.append("&gt;");
        // A parser would read a bare carriage return as a line feed.
        case '\r' -> line.append("&#13;");
        default -> line.append(isRepresentable(c) ? c : ' ');
      }
    }
  }

  private static boolean isRepresentable(char c) {
    return (c >= ' ' || c == '\t' || c == '\n') && c != '\ufffe' && c != '\uffff';
  }
}
