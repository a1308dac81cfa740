// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
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

  /**
   * Writes TMX.
   *
   * @param <T> the type of a record
   * @param unit returns the sentences of a record with their documents
   */
  static <T> RecordWriter<T> tmx(Path file, LanguagePair languages, Function<T, Unit> unit) {
    String header =
        DECLARATION
            + "<tmx version=\"1.4\">\n<header creationtool=\"Isogloss\" creationtoolversion=\"1\""
            + " segtype=\"sentence\" o-tmf=\"TSV\" adminlang=\"en\" datatype=\"plaintext\" srclang=\""
            + languages.source().tag()
            + "\"/>\n<body>";
    XmlBitextWriter format = new XmlBitextWriter(languages);
    return RecordWriter.open(
        file, header, (one, line) -> format.appendTmx(unit.apply(one), line), "</body>\n</tmx>");
  }

  /** Writes XLIFF, otherwise like {@link #tmx}. */
  static <T> RecordWriter<T> xliff(Path file, LanguagePair languages, Function<T, Unit> unit) {
    String header =
        DECLARATION
            + "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">\n"
            + "<file original=\"bitext\" datatype=\"plaintext\" source-language=\""
            + languages.source().tag()
            + "\" target-language=\""
            + languages.target().tag()
            + "\">\n<body>";
    XmlBitextWriter format = new XmlBitextWriter(languages);
    return RecordWriter.open(
        file,
        header,
        (one, line) -> format.appendXliff(unit.apply(one), line),
        "</body>\n</file>\n</xliff>");
  }

  /** A unit of a translation memory. */
  record Unit(SentencePair pair, Optional<String> sourceDocument, Optional<String> targetDocument) {
    static Unit of(SentencePair pair) {
      return new Unit(pair, Optional.empty(), Optional.empty());
    }

    static Unit of(DocumentSentencePair pair) {
      return new Unit(
          pair.sentences(), Optional.of(pair.sourceDocument()), Optional.of(pair.targetDocument()));
    }
  }

  private void appendTmx(Unit unit, StringBuilder line) {
    SentencePair pair = unit.pair();
    Bitext.requireWritable(pair, languages);
    line.append("<tu>");
    if (!pair.origin().isEmpty()) {
      appendElement("prop type=\"origin\"", pair.origin(), line);
    }
    appendVariant(languages.source().tag(), pair.source(), unit.sourceDocument(), line);
    appendVariant(languages.target().tag(), pair.target(), unit.targetDocument(), line);
    line.append("</tu>");
  }

  private static void appendVariant(
      String language, String text, Optional<String> document, StringBuilder line) {
    line.append("<tuv xml:lang=\"").append(language).append("\">");
    document.ifPresent(id -> appendElement("prop type=\"document\"", id, line));
    appendElement("seg", text, line);
    line.append("</tuv>");
  }

  private void appendXliff(Unit unit, StringBuilder line) {
    SentencePair pair = unit.pair();
    Bitext.requireWritable(pair, languages);
    line.append("<trans-unit id=\"").append(++units).append("\">");
    appendElement("source", pair.source(), line);
    appendElement("target", pair.target(), line);
    if (!pair.origin().isEmpty()) {
      appendElement("note from=\"origin\"", pair.origin(), line);
    }
    unit.sourceDocument().ifPresent(id -> appendElement(note("source"), id, line));
    unit.targetDocument().ifPresent(id -> appendElement(note("target"), id, line));
    line.append("</trans-unit>");
  }

  /** The tag of a note on the document of one side. */
  private static String note(String side) {
    return "note annotates=\"" + side + "\" from=\"document\"";
  }

  /**
   * Appends an element.
   *
   * @param tag name and attributes
   */
  private static void appendElement(String tag, String text, StringBuilder line) {
    line.append('<').append(tag).append('>');
    appendText(text, line);
    line.append("</").append(tag.replaceFirst(" .*", "")).append('>');
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
