// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.io.Utf8LineReader;

/** Reads sentences that end with a blank line. The first valid one determines the columns. */
final class SentenceSource implements Records.Source<TaggedSentence> {
  /** Maximum number of lines of a sentence; a longer one lacks its blank line. */
  static final int MAX_LINES = 1 << 16;

  private static final Pattern COMMENT = Pattern.compile("#\\s*[\\w.:]+\\s*=\\s.*");
  private static final String DOCUMENT_START = "-DOCSTART-";

  private record Line(String text, long number) {}

  private final Utf8LineReader lines;
  private Optional<RowLayout> layout = Optional.empty();
  private long problemLine;

  SentenceSource(Utf8LineReader lines) {
    this.lines = lines;
  }

  @Override
  public Optional<TaggedSentence> next() throws MalformedRecordException {
    while (true) {
      Optional<List<Line>> block = nextBlock();
      if (block.isEmpty()) {
        return Optional.empty();
      }
      TaggedSentence sentence = sentence(block.get());
      if (sentence.size() > 0) {
        return Optional.of(sentence);
      }
    }
  }

  /**
   * Reads the lines up to a blank one.
   *
   * @return the lines of words, at least one; empty at the end of the file
   */
  private Optional<List<Line>> nextBlock() throws MalformedRecordException {
    List<Line> block = new ArrayList<>();
    try {
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (!line.isBlank()) {
          add(line, block);
        } else if (!block.isEmpty()) {
          break;
        }
      }
    } catch (MalformedRecordException e) {
      problemLine = lines.lineNumber();
      skipBlock();
      throw e;
    }
    return block.isEmpty() ? Optional.empty() : Optional.of(block);
  }

  private void skipBlock() {
    while (true) {
      try {
        String line = lines.next();
        if (line == null || line.isBlank()) {
          return;
        }
      } catch (MalformedRecordException e) {
        // This line belongs to the sentence that is skipped.
      }
    }
  }

  private void add(String line, List<Line> block) throws MalformedRecordException {
    if (isIgnored(line)) {
      return;
    }
    if (block.size() == MAX_LINES) {
      throw new MalformedRecordException(
          "the sentence has more than " + MAX_LINES + " lines: separate sentences by blank lines");
    }
    block.add(new Line(line, lines.lineNumber()));
  }

  private static boolean isIgnored(String line) {
    if (line.startsWith(DOCUMENT_START)) {
      return true;
    }
    return line.startsWith("#")
        && (COMMENT.matcher(line).matches()
            || (line.indexOf('\t') < 0 && !ColumnLayout.endsInTag(line)));
  }

  private TaggedSentence sentence(List<Line> block) throws MalformedRecordException {
    RowLayout columns =
        layout.orElseGet(() -> RowLayout.detect(block.stream().map(Line::text).toList()));
    List<String> words = new ArrayList<>();
    List<String> tags = new ArrayList<>();
    for (Line line : block) {
      problemLine = line.number();
      columns
          .parse(line.text(), words.size())
          .ifPresent(
              word -> {
                words.add(word.word());
                tags.add(word.tag());
              });
    }
    layout = Optional.of(columns);
    return new TaggedSentence(words, columns.normalize(tags));
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(lines.file(), problemLine, problem);
  }

  @Override
  public double progress() {
    return lines.progress();
  }

  @Override
  public void close() {
    lines.close();
  }
}
