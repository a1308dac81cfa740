// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.isogloss.data.parse.SecureXml;

/** The paragraphs in the XML of a word processor; the cells of a table row are one line. */
final class OfficeText {
  /**
   * The names of elements, without their namespace.
   *
   * @param paragraphs elements that are paragraphs
   * @param texts elements whose characters are text; empty if those of paragraphs are
   * @param skipped elements that are not part of the text, such as deletions and comments
   * @param breaks elements that are line breaks
   * @param blanks elements that are tabs or blanks
   * @param row the element of a row of a table
   * @param note the element of a footnote, whose text follows that of the paragraph
   */
  record Names(
      Set<String> paragraphs,
      Set<String> texts,
      Set<String> skipped,
      Set<String> breaks,
      Set<String> blanks,
      String row,
      String note) {}

  /** Of {@code word/document.xml} in DOCX (ECMA-376). */
  static final Names WORD =
      new Names(
          Set.of("p"),
          Set.of("t"),
          Set.of("Fallback", "rt"),
          Set.of("br", "cr"),
          Set.of("tab"),
          "tr",
          "");

  /** Of {@code content.xml} in ODT (OpenDocument 1.3). */
  static final Names OPEN_DOCUMENT =
      new Names(
          Set.of("p", "h"),
          Set.of(),
          Set.of("tracked-changes", "annotation", "ruby-text", "note-citation", "sequence-decls"),
          Set.of("line-break"),
          Set.of("tab", "s"),
          "table-row",
          "note");

  private final Names names;
  private final StringBuilder notes = new StringBuilder();
  private StringBuilder text = new StringBuilder();

  /** The text before a note that is open; empty outside of notes. */
  private Optional<StringBuilder> interrupted = Optional.empty();

  private int paragraphs;
  private int texts;
  private int rows;

  private OfficeText(Names names) {
    this.names = names;
  }

  static String of(byte[] xml, Names names) throws XMLStreamException {
    OfficeText text = new OfficeText(names);
    text.read(SecureXml.open(new ByteArrayInputStream(xml)));
    return text.text.toString().strip();
  }

  private void read(XMLStreamReader xml) throws XMLStreamException {
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> start(xml);
        case XMLStreamConstants.END_ELEMENT -> end(xml.getLocalName());
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          if (names.texts().isEmpty() ? paragraphs > 0 : texts > 0) {
            text.append(xml.getText());
          }
        }
        default -> {}
      }
    }
  }

  private void start(XMLStreamReader xml) throws XMLStreamException {
    String name = xml.getLocalName();
    if (names.skipped().contains(name)) {
      skip(xml);
    } else if (name.equals(names.note())) {
      interrupted = Optional.of(text);
      text = new StringBuilder();
    } else if (names.breaks().contains(name)) {
      text.append('\n');
    } else if (names.blanks().contains(name)) {
      text.append(paragraphs > 0 ? " " : "");
    } else {
      paragraphs += names.paragraphs().contains(name) ? 1 : 0;
      texts += names.texts().contains(name) ? 1 : 0;
      rows += names.row().equals(name) ? 1 : 0;
    }
  }

  private static void skip(XMLStreamReader xml) throws XMLStreamException {
    int depth = 1;
    while (depth > 0) {
      int event = xml.next();
      depth += event == XMLStreamConstants.START_ELEMENT ? 1 : 0;
      depth -= event == XMLStreamConstants.END_ELEMENT ? 1 : 0;
    }
  }

  private void end(String name) {
    texts -= names.texts().contains(name) ? 1 : 0;
    if (names.paragraphs().contains(name)) {
      paragraphs--;
      endParagraph(rows > 0 ? " " : "\n\n");
      if (paragraphs == 0) {
        text.append(notes);
        notes.setLength(0);
      }
    } else if (name.equals(names.note()) && interrupted.isPresent()) {
      notes.append(text);
      text = interrupted.get();
      interrupted = Optional.empty();
    } else if (names.row().equals(name)) {
      rows--;
      endParagraph(rows > 0 ? " " : "\n");
    }
  }

  private void endParagraph(String separator) {
    int length = text.length();
    while (length > 0 && text.charAt(length - 1) == ' ') {
      text.setLength(--length);
    }
    if (length > 0 && text.charAt(length - 1) != '\n') {
      text.append(separator);
    }
  }
}
