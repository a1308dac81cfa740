// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.io.InputFileStream;
import org.isogloss.data.io.Utf8LineReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.TsvEscaping;

/**
 * Bilingual text: sentences with their translations, in one of these formats.
 *
 * <ul>
 *   <li>TSV: one file of lines {@code source TAB target}, with an optional third column for the
 *       origin of the pair.
 *   <li>Bars: one file of lines {@code source ||| target}, as word aligners read them.
 *   <li>TMX and XLIFF: the translation memories and translation files of translators' programs,
 *       which state the languages.
 *   <li>Moses: two files with the same number of lines; line <i>i</i> of one file translates line
 *       <i>i</i> of the other.
 * </ul>
 *
 * A pair with one empty side is malformed. A line without any text, or two such lines of Moses
 * files, is left out, or is a pair with empty sides for a reader that counts lines.
 */
public final class Bitext {
  private Bitext() {}

  /**
   * Reads one file, whose format is detected by its content.
   *
   * @throws IsoglossException if neither the content nor the name states the two languages
   */
  public static Records<SentencePair> read(Path file, OnError onError) {
    return read(file, languages(file), onError);
  }

  /**
   * Reads one file, whose format is detected by its content. In TMX and XLIFF, a unit without a
   * text in one of the languages is malformed.
   */
  public static Records<SentencePair> read(Path file, LanguagePair languages, OnError onError) {
    return read(file, languages, false, onError);
  }

  /**
   * Reads one file so that pair <i>i</i> is line <i>i</i> in formats of lines: a line without any
   * text is a pair with empty sides. With {@link OnError#SKIP}, a malformed pair is counted, and
   * returned with empty sides.
   */
  public static Records<SentencePair> readByPosition(
      Path file, LanguagePair languages, OnError onError) {
    return read(file, languages, true, onError).withPlaceholder(emptyPair(languages));
  }

  private static Records<SentencePair> read(
      Path file, LanguagePair languages, boolean keepsEmpty, OnError onError) {
    BitextFormat format = BitextFormat.detect(FileHead.read(file));
    return new Records<>(
        switch (format) {
          case TSV, BARS ->
              new BitextLines(
                  Utf8LineReader.open(file), languages, format == BitextFormat.BARS, keepsEmpty);
          case TMX, XLIFF -> new TranslationUnitReader(InputFileStream.open(file), languages);
        },
        onError);
  }

  /**
   * The languages of one file: those that TMX or XLIFF states, otherwise those in the file name,
   * such as {@code en-de.tsv.gz}.
   *
   * @throws IsoglossException if neither the content nor the name states two languages
   */
  public static LanguagePair languages(Path file) {
    FileHead head = FileHead.read(file);
    BitextFormat format = BitextFormat.detect(head);
    Optional<LanguagePair> stated = format.findPair(head);
    if (stated.isEmpty() && format.languages(head).size() > 2 && !isNamedAfterPair(file)) {
      throw new IsoglossException(
          file
              + ": has texts in the languages "
              + format.languages(head).stream().map(Language::tag).collect(Collectors.joining(", "))
              + ": specify two of them");
    }
    return stated.orElseGet(() -> LanguagePair.fromFileName(file));
  }

  /** Like {@link #languages}, but returns an empty result where that throws. */
  public static Optional<LanguagePair> findLanguages(Path file) {
    FileHead head = FileHead.read(file);
    return BitextFormat.detect(head)
        .findPair(head)
        .or(
            () ->
                isNamedAfterPair(file)
                    ? Optional.of(LanguagePair.fromFileName(file))
                    : Optional.empty());
  }

  private static boolean isNamedAfterPair(Path file) {
    return LanguagePair.allInFileName(file).size() == 1;
  }

  static SentencePair emptyPair(LanguagePair languages) {
    return new SentencePair(languages.source(), languages.target(), "", "", "");
  }

  /**
   * Reads TSV whose file name contains the languages: {@code en-de.tsv.gz}.
   *
   * @throws IsoglossException if the name does not contain a pair of languages
   */
  public static Records<SentencePair> readTsv(Path file, OnError onError) {
    return readTsv(file, LanguagePair.fromFileName(file), onError);
  }

  /** Reads TSV. */
  public static Records<SentencePair> readTsv(Path file, LanguagePair languages, OnError onError) {
    return new Records<>(
        new BitextLines(Utf8LineReader.open(file), languages, false, false), onError);
  }

  /**
   * Parses a line of TSV.
   *
   * @throws MalformedRecordException if it is not a pair
   */
  public static SentencePair parse(String line, LanguagePair languages)
      throws MalformedRecordException {
    return newPair(FieldParsing.splitColumns(line), languages);
  }

  static SentencePair newPair(String[] columns, LanguagePair languages)
      throws MalformedRecordException {
    if (columns.length < 2 || columns.length > 3) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected source TAB target, or source TAB target TAB origin");
    }
    return newPair(languages, columns[0], columns[1], columns.length == 3 ? columns[2] : "");
  }

  static SentencePair newPair(LanguagePair languages, String source, String target, String origin)
      throws MalformedRecordException {
    FieldParsing.requireNotBlank(source, "the source sentence");
    FieldParsing.requireNotBlank(target, "the target sentence");
    return new SentencePair(languages.source(), languages.target(), source, target, origin);
  }

  /**
   * Reads Moses files whose last extension (before {@code .gz}) is the language: {@code news.de}
   * and {@code news.en}.
   *
   * @throws IsoglossException if the names do not contain the languages
   */
  public static Records<SentencePair> readMoses(Path source, Path target, OnError onError) {
    return readMoses(source, target, mosesLanguages(source, target), onError);
  }

  /**
   * The languages in the extensions of two Moses files.
   *
   * @throws IsoglossException if the names do not contain the languages
   */
  public static LanguagePair mosesLanguages(Path source, Path target) {
    return new LanguagePair(languageOfExtension(source), languageOfExtension(target));
  }

  /**
   * Reads Moses files. If one file has more lines than the other, reading ends with a {@link
   * FormatException} that states both counts, even with {@link OnError#SKIP}, because from some
   * unknown line on the sentences are not translations of each other.
   */
  public static Records<SentencePair> readMoses(
      Path source, Path target, LanguagePair languages, OnError onError) {
    return new Records<>(MosesReader.open(source, target, languages, false), onError);
  }

  /** Reads Moses files so that pair <i>i</i> is line <i>i</i>: see {@link #readByPosition}. */
  public static Records<SentencePair> readMosesByPosition(
      Path source, Path target, LanguagePair languages, OnError onError) {
    return new Records<>(MosesReader.open(source, target, languages, true), onError)
        .withPlaceholder(emptyPair(languages));
  }

  /**
   * The language in the last extension of a file (before {@code .gz}).
   *
   * @throws IsoglossException if the extension is not a language
   */
  public static Language languageOfExtension(Path file) {
    return findLanguageOfExtension(file)
        .orElseThrow(
            () ->
                new IsoglossException(
                    file
                        + ": the language cannot be determined from this name: expected a name such"
                        + " as news.de or news.de.gz, or specify both languages"));
  }

  /** Like {@link #languageOfExtension}, but returns an empty result where that throws. */
  public static Optional<Language> findLanguageOfExtension(Path file) {
    String plain = FolderListing.nameUncompressed(file);
    return Language.find(plain.substring(plain.lastIndexOf('.') + 1));
  }

  /**
   * Writes TSV. A tab or a line end inside a sentence becomes a space. The file does not contain
   * the languages, so all pairs must be in the same two languages.
   */
  public static RecordWriter<SentencePair> tsvWriter(Path file, LanguagePair languages) {
    return RecordWriter.open(file, (pair, line) -> append(pair, languages, line));
  }

  /**
   * Writes the format that the file name states: TMX 1.4 ({@code .tmx}), XLIFF 1.2 ({@code .xlf},
   * {@code .xliff}), with {@code .gz} or without, otherwise TSV as {@link #tsvWriter} does. TMX and
   * XLIFF keep line ends; a character that XML cannot represent becomes a space. The origin of a
   * pair is a property of the unit in TMX, and a note in XLIFF.
   */
  public static RecordWriter<SentencePair> writer(Path file, LanguagePair languages) {
    return switch (BitextFormat.ofFileName(file)) {
      case TMX -> XmlBitextWriter.tmx(file, languages, XmlBitextWriter.Unit::of);
      case XLIFF -> XmlBitextWriter.xliff(file, languages, XmlBitextWriter.Unit::of);
      case TSV, BARS -> tsvWriter(file, languages);
    };
  }

  /**
   * Writes sentence pairs of documents as TMX or XLIFF, as {@link #writer} does. The document of a
   * sentence is a property of its variant in TMX, and a note on this side in XLIFF.
   *
   * @throws IsoglossException if the name states neither TMX nor XLIFF
   */
  public static RecordWriter<DocumentSentencePair> documentWriter(
      Path file, LanguagePair languages) {
    return switch (BitextFormat.ofFileName(file)) {
      case TMX -> XmlBitextWriter.tmx(file, languages, XmlBitextWriter.Unit::of);
      case XLIFF -> XmlBitextWriter.xliff(file, languages, XmlBitextWriter.Unit::of);
      case TSV, BARS ->
          throw new IsoglossException(
              file
                  + ": the documents of sentence pairs can be written as TMX (.tmx) or XLIFF (.xlf)"
                  + " only");
    };
  }

  /**
   * Writes Moses files. A line end inside a sentence becomes a space.
   *
   * @param source the file of the source language of {@code languages}
   */
  public static MosesWriter mosesWriter(Path source, Path target, LanguagePair languages) {
    return new MosesWriter(source, target, languages);
  }

  private static void append(SentencePair pair, LanguagePair languages, StringBuilder line) {
    requireWritable(pair, languages);
    TsvEscaping.appendText(pair.source(), line);
    TsvEscaping.appendText(pair.target(), line.append('\t'));
    if (!pair.origin().isEmpty()) {
      TsvEscaping.appendText(pair.origin(), line.append('\t'));
    }
  }

  static void requireWritable(SentencePair pair, LanguagePair languages) {
    if (!new LanguagePair(pair.sourceLanguage(), pair.targetLanguage()).equals(languages)) {
      throw new IsoglossException(
          "a pair in "
              + pair.sourceLanguage()
              + "-"
              + pair.targetLanguage()
              + " cannot be written to a file of "
              + languages
              + ": write a file for each pair of languages");
    }
    if (pair.source().isBlank() || pair.target().isBlank()) {
      throw new IsoglossException("a pair with an empty side cannot be written: leave it out");
    }
  }
}
