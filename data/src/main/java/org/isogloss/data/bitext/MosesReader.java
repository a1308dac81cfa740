// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.io.Utf8LineReader;
import org.isogloss.data.parse.FieldParsing;

/** Reads sentence pairs whose sides are lines of two files. */
final class MosesReader implements Records.Source<SentencePair> {
  private final Utf8LineReader source;
  private final Utf8LineReader target;
  private final LanguagePair languages;
  private final boolean keepsEmpty;
  private Utf8LineReader faulty;

  private MosesReader(
      Utf8LineReader source, Utf8LineReader target, LanguagePair languages, boolean keepsEmpty) {
    this.source = source;
    this.target = target;
    this.languages = languages;
    this.keepsEmpty = keepsEmpty;
    this.faulty = source;
  }

  /**
   * Opens both files.
   *
   * @param keepsEmpty whether two lines without any text are a pair, too
   */
  static MosesReader open(Path source, Path target, LanguagePair languages, boolean keepsEmpty) {
    Utf8LineReader first = Utf8LineReader.open(source);
    try {
      return new MosesReader(first, Utf8LineReader.open(target), languages, keepsEmpty);
    } catch (FormatException e) {
      first.close();
      throw e;
    }
  }

  @Override
  public Optional<SentencePair> next() throws MalformedRecordException {
    while (true) {
      Line left = Line.of(source);
      Line right = Line.of(target);
      if (left.ended() && right.ended()) {
        return Optional.empty();
      }
      if (left.ended() || right.ended()) {
        throw differentLengths();
      }
      faulty = left.problem() != null || left.isBlank() ? source : target;
      String sourceText = left.orThrow();
      String targetText = right.orThrow();
      if (!left.isBlank() || !right.isBlank()) {
        return Optional.of(Bitext.newPair(languages, sourceText, targetText, ""));
      }
      if (keepsEmpty) {
        return Optional.of(Bitext.emptyPair(languages));
      }
    }
  }

  private FormatException differentLengths() {
    long sourceLines = countRemainingLines(source);
    long targetLines = countRemainingLines(target);
    boolean sourceShorter = sourceLines < targetLines;
    Utf8LineReader shorter = sourceShorter ? source : target;
    Utf8LineReader longer = sourceShorter ? target : source;
    return new FormatException(
        shorter.file(),
        0,
        "is the shorter file: it has "
            + FieldParsing.formatCount(shorter.lineNumber(), "line")
            + ", "
            + longer.file()
            + " has "
            + longer.lineNumber()
            + "; line i of one must translate line i of the other: use files of the same release");
  }

  private static long countRemainingLines(Utf8LineReader lines) {
    while (!Line.of(lines).ended()) {
      // Reads to the end only for the line count.
    }
    return lines.lineNumber();
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(faulty.file(), faulty.lineNumber(), problem);
  }

  @Override
  public double progress() {
    return (source.progress() + target.progress()) / 2;
  }

  @Override
  public void close() {
    try (source;
        target) {
      // Closes both files even if closing one of them fails.
    }
  }

  /** The result of reading a line: its text, a problem, or neither at the end of the file. */
  private record Line(String text, MalformedRecordException problem) {
    static Line of(Utf8LineReader lines) {
      try {
        return new Line(lines.next(), null);
      } catch (MalformedRecordException e) {
        return new Line(null, e);
      }
    }

    boolean ended() {
      return text == null && problem == null;
    }

    boolean isBlank() {
      return text != null && text.isBlank();
    }

    String orThrow() throws MalformedRecordException {
      if (problem != null) {
        throw problem;
      }
      return text;
    }
  }
}
