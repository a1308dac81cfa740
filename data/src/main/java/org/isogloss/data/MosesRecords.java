package org.isogloss.data;

import java.nio.file.Path;
import java.util.Optional;

/** Pairs whose sides are lines of two files. */
final class MosesRecords implements Records.Source<SentencePair> {
  private final TextLines source;
  private final TextLines target;
  private final LanguagePair languages;
  private TextLines faulty;

  private MosesRecords(TextLines source, TextLines target, LanguagePair languages) {
    this.source = source;
    this.target = target;
    this.languages = languages;
    this.faulty = source;
  }

  static MosesRecords open(Path source, Path target, LanguagePair languages) {
    TextLines first = TextLines.open(source);
    try {
      return new MosesRecords(first, TextLines.open(target), languages);
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
        return Optional.of(Bitext.pair(languages, sourceText, targetText, ""));
      }
    }
  }

  private FormatException differentLengths() {
    long sourceLines = countedToTheEnd(source);
    long targetLines = countedToTheEnd(target);
    boolean sourceShorter = sourceLines < targetLines;
    TextLines shorter = sourceShorter ? source : target;
    TextLines longer = sourceShorter ? target : source;
    return new FormatException(
        shorter.file(),
        0,
        "is the shorter of the two: it has "
            + Parsing.count(shorter.line(), "line")
            + ", "
            + longer.file()
            + " has "
            + longer.line()
            + ", and line by line they should be translations: get both from the same release");
  }

  private static long countedToTheEnd(TextLines lines) {
    while (!Line.of(lines).ended()) {
      // Only the count is wanted.
    }
    return lines.line();
  }

  @Override
  public FormatException located(String problem) {
    return new FormatException(faulty.file(), faulty.line(), problem);
  }

  @Override
  public double progress() {
    return (source.progress() + target.progress()) / 2;
  }

  @Override
  public void close() {
    try (source;
        target) {
      // Both are closed even where the first one fails.
    }
  }

  /** A line that was read, was malformed, or is not there any more. */
  private record Line(String text, MalformedRecordException problem) {
    static Line of(TextLines lines) {
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
