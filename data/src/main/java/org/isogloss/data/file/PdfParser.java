// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
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
import org.apache.pdfbox.text.PDFTextStripper;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;

/**
 * Reads the text of PDF files in the order of their content. Lines of a paragraph are joined: a
 * hyphen at the end of a line disappears before a lower-case letter, and no blank is inserted
 * between characters of scripts without blanks. Title, author, keywords, creation date, language
 * and the number of pages come from the file.
 */
final class PdfParser {
  /** PDFBox reports defects that it repairs; referenced here so that the levels are kept. */
  private static final List<Logger> LOGGERS =
      Stream.of("org.apache.pdfbox", "org.apache.fontbox").map(Logger::getLogger).toList();

  static {
    LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
  }

  private PdfParser() {}

  static FileContent parse(byte[] bytes) throws MalformedRecordException {
    try (PDDocument document = Loader.loadPDF(bytes)) {
      PDFTextStripper stripper = new PDFTextStripper();
      stripper.setLineSeparator("\n");
      stripper.setParagraphEnd("\n");
      stripper.setPageEnd("\n");
      String text = joinLines(stripper.getText(document));
      if (text.isBlank()) {
        throw new MalformedRecordException(
            "contains no text on "
                + FieldParsing.formatCount(document.getNumberOfPages(), "page")
                + ": its pages are pictures, which text recognition can convert");
      }
      PDDocumentInformation information = document.getDocumentInformation();
      String language = document.getDocumentCatalog().getLanguage();
      return new FileContent(
          Optional.ofNullable(information.getTitle()).orElse("").strip(),
          text,
          language == null || language.isBlank() ? Optional.empty() : Language.find(language),
          metadata(information, document.getNumberOfPages()));
    } catch (InvalidPasswordException e) {
      throw new MalformedRecordException("is encrypted with a password: decrypt it");
    } catch (IOException | RuntimeException e) {
      // PDFBox throws unchecked exceptions for some damaged files.
      throw new MalformedRecordException("is not a readable PDF file: " + e.getMessage());
    }
  }

  private static Metadata metadata(PDDocumentInformation information, int pages) {
    Metadata metadata = Metadata.EMPTY.with("pages", MetadataValue.of(pages));
    metadata = with(metadata, "author", information.getAuthor());
    metadata = with(metadata, "subject", information.getSubject());
    metadata = with(metadata, "keywords", information.getKeywords());
    Calendar created = information.getCreationDate();
    return created == null
        ? metadata
        : metadata.with("date", MetadataValue.of(created.toInstant().toString()));
  }

  private static Metadata with(Metadata metadata, String name, String value) {
    return value == null || value.isBlank()
        ? metadata
        : metadata.with(name, MetadataValue.of(value.strip()));
  }

  /** Joins the lines of paragraphs, which are separated by blank lines. */
  static String joinLines(String text) {
    StringBuilder joined = new StringBuilder();
    for (String paragraph : text.split("\\n\\s*\\n", -1)) {
      StringBuilder one = new StringBuilder();
      for (String line : paragraph.split("\\n", -1)) {
        append(one, line.strip());
      }
      if (!one.isEmpty()) {
        joined.append(joined.isEmpty() ? "" : "\n\n").append(one);
      }
    }
    return joined.toString();
  }

  private static void append(StringBuilder paragraph, String line) {
    if (line.isEmpty()) {
      return;
    }
    if (!paragraph.isEmpty()) {
      int last = paragraph.codePointBefore(paragraph.length());
      int next = line.codePointAt(0);
      boolean hyphenated =
          (last == '-' || last == '\u2010' || last == '\u00ad')
              && paragraph.length() > 1
              && Character.isLetter(paragraph.codePointBefore(paragraph.length() - 1));
      if (hyphenated && Character.isLowerCase(next)) {
        paragraph.setLength(paragraph.length() - 1);
      } else if (!(hyphenated || (isWithoutBlanks(last) && isWithoutBlanks(next)))) {
        paragraph.append(' ');
      }
    }
    paragraph.append(line);
  }

  private static boolean isWithoutBlanks(int character) {
    return switch (Character.UnicodeScript.of(character)) {
      case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
      default -> "。、，！？：；「」『』（）".indexOf(character) >= 0;
    };
  }
}
