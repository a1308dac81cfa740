// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
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
   * Reads the file: a small one here, a large one or PDF in a process that can be ended.
   *
   * @param language its language if that is known otherwise than from its content; an HTML page or
   *     a manual page that does not declare its encoding is read in a common one of the language
   * @throws MalformedRecordException if its content is not what its name says, or another program
   *     changed it while it was read
   * @throws FormatException if it cannot be read; its line is that of the defect
   */
  public FileContent read(Optional<Language> language) throws MalformedRecordException {
    if (InputPaths.isReadOnce(path)) {
      return parse(language, ParsingBudget.FULL);
    }
    FileState before = FileState.of(path);
    FileContent content;
    try {
      content = readUnchecked(language);
    } catch (MalformedRecordException e) {
      before.requireSame(path); // A file that is half written is malformed for this reason.
      throw e;
    }
    before.requireSame(path);
    return content;
  }

  private FileContent readUnchecked(Optional<Language> language) throws MalformedRecordException {
    if (path.getFileSystem() != FileSystems.getDefault()) {
      return parse(language, ParsingBudget.FULL);
    }
    if (kind != Kind.PDF) {
      try {
        return parse(language, ParsingBudget.SMALL);
      } catch (ParsingBudget.ExceededException e) {
        // Large, but perhaps not too large.
      }
    }
    return ParserProcesses.parse(this, language);
  }

  /** Parses the file in this process. */
  FileContent parse(Optional<Language> language, ParsingBudget budget)
      throws MalformedRecordException {
    FileContent content =
        switch (kind) {
          case PLAIN_TEXT -> FileContent.of("", text(ParsingBudget.FULL).strip());
          case MARKDOWN -> MarkdownParser.parse(text(budget));
          case HTML -> HtmlParser.parse(bytes(budget), language);
          case PDF -> PdfParser.parse(path);
          case MANUAL_PAGE ->
              ManualPageParser.parse(ManualPageDecoder.decode(bytes(budget), language));
          case WORD, OPEN_DOCUMENT, EPUB -> ZippedDocumentParser.parse(path, kind, budget);
        };
    FileContentCodec.requireBounded(content);
    return content;
  }

  private byte[] bytes(ParsingBudget budget) throws MalformedRecordException {
    InputFileStream in = InputFileStream.openBinary(path);
    try (in) {
      byte[] bytes = in.readNBytes(budget.bytes() + 1);
      budget.requireBytes(bytes.length);
      return bytes;
    } catch (IOException e) {
      throw in.readFailure(0, e);
    }
  }

  /** Reads the text, which counts as a byte for each character. */
  private String text(ParsingBudget budget) throws MalformedRecordException {
    StringBuilder text = new StringBuilder();
    try (Utf8LineReader lines = Utf8LineReader.open(path)) {
      for (String next = nextLine(lines); next != null; next = nextLine(lines)) {
        long length = (long) text.length() + next.length() + 1;
        budget.requireBytes(length);
        ParsingBudget.requireCharacters(length);
        text.append(next).append('\n');
      }
    }
    return text.toString();
  }

  private String nextLine(Utf8LineReader lines) {
    try {
      return lines.next();
    } catch (MalformedRecordException e) {
      throw new FormatException(path, lines.lineNumber(), e.getMessage());
    }
  }
}
