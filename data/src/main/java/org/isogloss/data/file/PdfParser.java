// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Calendar;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.BuiltInFields;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.metadata.PageStarts;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.InputFileStream;
import org.isogloss.data.parse.FieldParsing;

/**
 * Reads the text of PDF files in the order of their content, as paragraphs ({@link PdfParagraphs}).
 * Title, author, keywords, creation date, language and the number of pages come from the file;
 * {@link PageStarts} says where each page begins in the text.
 */
final class PdfParser {
  /** PDFBox reports defects that it repairs; referenced here so that the levels are kept. */
  private static final List<Logger> LOGGERS =
      Stream.of("org.apache.pdfbox", "org.apache.fontbox").map(Logger::getLogger).toList();

  /** A later year is damaged, and not in the form of ISO 8601. */
  private static final int MAX_YEAR = 9999;

  static {
    LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
  }

  /** Opens a file; a large one is not read into memory. */
  @FunctionalInterface
  private interface Opener {
    PDDocument open() throws IOException;
  }

  private PdfParser() {}

  static FileContent parse(Path file) throws MalformedRecordException {
    InputFileStream in = InputFileStream.openBinary(file);
    try (in) {
      if (!in.isCompressed() && file.getFileSystem() == FileSystems.getDefault()) {
        return parse(() -> Loader.loadPDF(file.toFile()));
      }
      byte[] bytes = in.readNBytes(ParsingBudget.FULL.bytes() + 1);
      if (bytes.length > ParsingBudget.FULL.bytes()) {
        throw new MalformedRecordException(
            "is a compressed PDF file of more than 32 MiB: decompress it");
      }
      return parse(bytes);
    } catch (IOException e) {
      throw in.readFailure(0, e);
    }
  }

  static FileContent parse(byte[] bytes) throws MalformedRecordException {
    return parse(() -> Loader.loadPDF(bytes));
  }

  private static FileContent parse(Opener file) throws MalformedRecordException {
    try (PDDocument document = file.open()) {
      PagedText text = new PagedText();
      for (List<PdfLine> lines : PdfTextLines.of(document)) {
        text.addPage(PdfParagraphs.of(lines));
        ParsingBudget.requireCharacters(text.length());
      }
      if (text.isEmpty()) {
        throw new MalformedRecordException(
            "contains no text on "
                + FieldParsing.formatCount(document.getNumberOfPages(), "page")
                + ": its pages are pictures, which text recognition can convert");
      }
      PDDocumentInformation information = document.getDocumentInformation();
      String language = document.getDocumentCatalog().getLanguage();
      return new FileContent(
          title(information),
          text.toString(),
          language == null || language.isBlank() ? Optional.empty() : Language.find(language),
          metadata(information, document.getNumberOfPages())
              .with(PageStarts.FIELD, PageStarts.of(text.starts())));
    } catch (InvalidPasswordException e) {
      throw new MalformedRecordException("is encrypted with a password: decrypt it");
    } catch (StackOverflowError e) {
      throw unreadable("it is nested too deeply");
    } catch (IOException | RuntimeException e) {
      // PDFBox throws unchecked exceptions for some damaged files.
      throw unreadable(e.getMessage());
    }
  }

  private static MalformedRecordException unreadable(String reason) {
    return new MalformedRecordException(
        "is not a readable PDF file: "
            + reason
            + ": get another copy, or repair it, for instance by printing it to a new PDF file");
  }

  /** The title; empty if there is none, or a placeholder. */
  private static String title(PDDocumentInformation information) {
    String title = Optional.ofNullable(information.getTitle()).orElse("").strip();
    return title.equalsIgnoreCase("untitled") ? "" : title;
  }

  private static Metadata metadata(PDDocumentInformation information, int pages) {
    Metadata metadata = Metadata.EMPTY.with(BuiltInFields.PAGES, MetadataValue.of(pages));
    metadata = with(metadata, BuiltInFields.AUTHOR, information.getAuthor());
    metadata = with(metadata, BuiltInFields.SUBJECT, information.getSubject());
    metadata = with(metadata, BuiltInFields.KEYWORDS, information.getKeywords());
    Calendar created = information.getCreationDate();
    return created == null || created.get(Calendar.YEAR) > MAX_YEAR
        ? metadata
        : metadata.with(BuiltInFields.DATE, MetadataValue.of(created.toInstant().toString()));
  }

  private static Metadata with(Metadata metadata, String name, String value) {
    return value == null || value.isBlank()
        ? metadata
        : metadata.with(name, MetadataValue.of(value.strip()));
  }
}
