// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.SecureXml;

/** Reads documents that are ZIP archives of XML: DOCX, ODT and EPUB. */
final class ZippedDocumentParser {
  private static final String WORD_TEXT = "word/document.xml";
  private static final List<String> WORD_NOTES = List.of("word/footnotes.xml", "word/endnotes.xml");
  private static final String MIME_TYPE = "mimetype";

  private ZippedDocumentParser() {}

  /** Returns the kind of a ZIP archive; empty if it is none of these documents. */
  static Optional<DocumentFile.Kind> find(Path file) {
    try (ZipParts parts = ZipParts.open(file, ParsingBudget.SMALL)) {
      if (parts.has(WORD_TEXT)) {
        return Optional.of(DocumentFile.Kind.WORD);
      }
      String type = new String(parts.find(MIME_TYPE).orElse(new byte[0]), ISO_8859_1).strip();
      return switch (type) {
        case "application/vnd.oasis.opendocument.text",
            "application/vnd.oasis.opendocument.text-template" ->
            Optional.of(DocumentFile.Kind.OPEN_DOCUMENT);
        case "application/epub+zip" -> Optional.of(DocumentFile.Kind.EPUB);
        default -> Optional.empty();
      };
    } catch (IOException | MalformedRecordException e) {
      return Optional.empty(); // Not a document, whatever it is.
    }
  }

  static FileContent parse(Path file, DocumentFile.Kind kind, ParsingBudget budget)
      throws MalformedRecordException {
    try (ZipParts parts = ZipParts.open(file, budget)) {
      return switch (kind) {
        case WORD -> office(parts, wordText(parts), "docProps/core.xml");
        case OPEN_DOCUMENT ->
            office(
                parts,
                OfficeText.of(parts.get("content.xml"), OfficeText.OPEN_DOCUMENT),
                "meta.xml");
        default -> EpubParts.parse(parts);
      };
    } catch (XMLStreamException e) {
      throw new MalformedRecordException(
          "contains XML that is not well-formed ("
              + SecureXml.problem(e)
              + "): get a complete copy");
    } catch (IOException e) {
      throw new MalformedRecordException(
          "is a damaged ZIP archive (" + e.getMessage() + "): get a complete copy");
    }
  }

  /** The text of DOCX, followed by its notes. */
  private static String wordText(ZipParts parts)
      throws IOException, XMLStreamException, MalformedRecordException {
    StringBuilder text = new StringBuilder(OfficeText.of(parts.get(WORD_TEXT), OfficeText.WORD));
    for (String name : WORD_NOTES) {
      Optional<byte[]> notes = parts.find(name);
      if (notes.isPresent()) {
        text.append("\n\n").append(OfficeText.of(notes.get(), OfficeText.WORD));
      }
    }
    return text.toString().strip();
  }

  private static FileContent office(ZipParts parts, String body, String properties)
      throws IOException, XMLStreamException, MalformedRecordException {
    Optional<byte[]> stated = parts.find(properties);
    if (stated.isEmpty()) {
      return FileContent.of("", body);
    }
    DublinCore core = DublinCore.read(stated.get());
    return new FileContent(core.title(), body, core.language(), core.metadata());
  }
}
