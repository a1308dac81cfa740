// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.io.InputFileStream;
import org.isogloss.data.io.Utf8LineReader;

/**
 * A file that is one document: {@code .txt}, {@code .md}, {@code .html}, {@code .htm} or {@code
 * .pdf}, optionally compressed.
 *
 * @param path the file
 * @param kind its format
 * @param stem its name without the extensions
 */
public record DocumentFile(Path path, Kind kind, String stem) {
  private static final Pattern NAME =
      Pattern.compile(
          "(?<stem>.*)\\.(?<kind>txt|md|html?|pdf)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Maximum length of a text; a longer file is assumed not to be a document. */
  private static final int MAX_CHARACTERS = 64 << 20;

  /** The formats. */
  public enum Kind {
    PLAIN_TEXT,
    MARKDOWN,
    HTML,
    PDF
  }

  /** Parses bytes that are one document. */
  private interface ContentParser {
    FileContent parse(InputStream in) throws IOException, MalformedRecordException;
  }

  /** Returns the file as a document; empty if its name is not that of one. */
  public static Optional<DocumentFile> find(Path path) {
    Matcher name = NAME.matcher(FolderListing.nameUncompressed(path));
    if (!name.matches()) {
      return Optional.empty();
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

  /**
   * Reads the file.
   *
   * @throws MalformedRecordException if its content is not what its name says
   * @throws FormatException if it cannot be read; its line is that of the defect
   */
  public FileContent read() throws MalformedRecordException {
    return switch (kind) {
      case PLAIN_TEXT -> FileContent.of("", text().strip());
      case MARKDOWN -> MarkdownParser.parse(text());
      case HTML -> parse(HtmlParser::parse);
      case PDF -> parse(PdfParser::parse);
    };
  }

  /** Parses the bytes of the file. */
  private FileContent parse(ContentParser parser) throws MalformedRecordException {
    InputFileStream in = InputFileStream.open(path);
    try (in) {
      return parser.parse(in);
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
