// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.InputPaths;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.io.InputFileStream;
import org.isogloss.data.io.Utf8LineReader;

/**
 * A file that is one document, optionally compressed: plain text {@code .txt} and Markdown {@code
 * .md} by their names, HTML, PDF, manual pages, DOCX, ODT and EPUB by their names or their content;
 * the last three are compressed themselves.
 *
 * @param path the file
 * @param kind its format
 * @param stem its name without the extensions
 */
public record DocumentFile(Path path, Kind kind, String stem) {
  private static final Pattern NAME =
      Pattern.compile(
          "(?<stem>.*)\\.(?<kind>txt|md|html?|pdf)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern HTML =
      Pattern.compile(
          "(?:\u00ef\u00bb\u00bf)?+\\s*+(?:<\\?xml[^>]*+>\\s*+|<!--.*?-->\\s*+)*+<(?:!doctype\\s++)?+html\\b",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final int BEGINNING_BYTES = 1 << 14;

  /** Maximum length of a text; a longer file is assumed not to be a document. */
  private static final int MAX_CHARACTERS = 64 << 20;

  /** Maximum size of a page, and of a file with pictures, in bytes after decompression. */
  private static final int MAX_PAGE_BYTES = 64 << 20;

  private static final int MAX_FILE_BYTES = 256 << 20;

  /** The formats. */
  public enum Kind {
    PLAIN_TEXT,
    MARKDOWN,
    HTML,
    PDF,
    MANUAL_PAGE,
    WORD,
    OPEN_DOCUMENT,
    EPUB
  }

  /**
   * Returns the file as a document; empty if neither its name nor its beginning is that of one. An
   * input that can be read only once has no beginning.
   */
  public static Optional<DocumentFile> find(Path path) {
    String fileName = FolderListing.nameUncompressed(path);
    Matcher name = NAME.matcher(fileName);
    if (!name.matches()) {
      int dot = fileName.lastIndexOf('.');
      String stem = dot < 0 ? fileName : fileName.substring(0, dot);
      return findByContent(path).map(kind -> new DocumentFile(path, kind, stem));
    }
    Kind kind =
        switch (name.group("kind").toLowerCase(Locale.ROOT)) {
          case "md" -> Kind.MARKDOWN;
          case "html", "htm" -> Kind.HTML;
          case "pdf" -> Kind.PDF;
          default -> Kind.PLAIN_TEXT;
        };
    return Optional.of(new DocumentFile(path, kind, name.group("stem")));
  }

  private static Optional<Kind> findByContent(Path path) {
    if (InputPaths.isReadOnce(path) || !Files.isRegularFile(path)) {
      return Optional.empty();
    }
    byte[] first;
    try {
      InputFileStream in = InputFileStream.openBinary(path);
      first = in.peek(BEGINNING_BYTES);
      in.closeAfterPeek();
    } catch (FormatException e) {
      return Optional.empty(); // A reader of another format reports the problem.
    }
    String beginning = new String(first, StandardCharsets.ISO_8859_1);
    if (beginning.startsWith("%PDF-")) {
      return Optional.of(Kind.PDF);
    }
    if (HTML.matcher(beginning).lookingAt()) {
      return Optional.of(Kind.HTML);
    }
    if (beginning.startsWith("PK\u0003\u0004")) {
      return ZippedDocumentParser.find(path);
    }
    return ManualPageParser.isManualPage(beginning)
        ? Optional.of(Kind.MANUAL_PAGE)
        : Optional.empty();
  }

  /** Whether the format is known even if the content is also that of a table or of lines. */
  public boolean isUnambiguous() {
    return kind != Kind.PLAIN_TEXT && kind != Kind.MARKDOWN;
  }

  /**
   * Reads the file.
   *
   * @param language its language if that is known otherwise than from its content; an HTML page or
   *     a manual page that does not declare its encoding is read in a common one of the language
   * @throws MalformedRecordException if its content is not what its name says
   * @throws FormatException if it cannot be read; its line is that of the defect
   */
  public FileContent read(Optional<Language> language) throws MalformedRecordException {
    return switch (kind) {
      case PLAIN_TEXT -> FileContent.of("", text().strip());
      case MARKDOWN -> MarkdownParser.parse(text());
      case HTML -> HtmlParser.parse(bytes(MAX_PAGE_BYTES), language);
      case PDF -> PdfParser.parse(bytes(MAX_FILE_BYTES));
      case MANUAL_PAGE ->
          ManualPageParser.parse(ManualPageDecoder.decode(bytes(MAX_PAGE_BYTES), language));
      case WORD, OPEN_DOCUMENT, EPUB -> ZippedDocumentParser.parse(path, kind);
    };
  }

  private byte[] bytes(int max) throws MalformedRecordException {
    InputFileStream in = InputFileStream.openBinary(path);
    try (in) {
      byte[] bytes = in.readNBytes(max + 1);
      if (bytes.length > max) {
        throw new MalformedRecordException(
            "is longer than " + (max >> 20) + " MiB, expected a shorter document: split it");
      }
      return bytes;
    } catch (IOException e) {
      throw in.readFailure(0, e);
    }
  }

  private String text() throws MalformedRecordException {
    StringBuilder text = new StringBuilder();
    try (Utf8LineReader lines = Utf8LineReader.open(path)) {
      try {
        for (String next = lines.next(); next != null; next = lines.next()) {
          text.append(next).append('\n');
          if (text.length() > MAX_CHARACTERS) {
            throw new MalformedRecordException(
                "is longer than 64 Mi characters, expected a shorter document: split it");
          }
        }
      } catch (MalformedRecordException e) {
        throw new FormatException(path, lines.lineNumber(), e.getMessage());
      }
    }
    return text.toString();
  }
}
