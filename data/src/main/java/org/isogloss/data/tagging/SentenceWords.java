// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.Utf8LineReader;

/**
 * Sentences that are separated into words: the formats of {@link TaggedSentences}, whose tags are
 * ignored, or one word on each line and a blank line after each sentence.
 */
public final class SentenceWords {
  private SentenceWords() {}

  /** Reads the words of each sentence. */
  public static Records<List<String>> read(Path file, OnError onError) {
    return isTagged(file)
        ? TaggedSentences.read(file, onError).map(TaggedSentence::words)
        : new Records<>(new Source(Utf8LineReader.open(file)), onError);
  }

  /**
   * Whether most lines at the beginning of a file are words with tags; comments, and ranges of
   * CoNLL-U, do not count.
   */
  public static boolean isTagged(Path file) {
    long tagged = 0;
    long others = 0;
    for (String line : FileHead.read(file).lines()) {
      if (TaggedSentences.isConllu(line) || TaggedSentences.isTagged(line)) {
        tagged++;
      } else if (!line.startsWith("#")) {
        others++;
      }
    }
    return tagged > others;
  }

  private static final class Source implements Records.Source<List<String>> {
    private final Utf8LineReader lines;
    private Optional<MalformedRecordException> problem = Optional.empty();
    private long problemLine;

    Source(Utf8LineReader lines) {
      this.lines = lines;
    }

    @Override
    public Optional<List<String>> next() throws MalformedRecordException {
      problem = Optional.empty();
      List<String> words = new ArrayList<>();
      while (readLine(words)) {
        // Reads up to the blank line, also if a word is malformed, so that the rest is no sentence.
      }
      if (problem.isPresent()) {
        throw problem.get();
      }
      return words.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(words));
    }

    /** Adds the word of the next line; returns false at the end of the sentence. */
    private boolean readLine(List<String> words) {
      try {
        String line = lines.next();
        if (line == null) {
          return false;
        }
        if (line.isBlank()) {
          return words.isEmpty() && problem.isEmpty();
        }
        if (words.size() == SentenceSource.MAX_LINES) {
          throw new MalformedRecordException(
              "the sentence has more than "
                  + SentenceSource.MAX_LINES
                  + " words: separate sentences by blank lines");
        }
        words.add(word(line));
      } catch (MalformedRecordException e) {
        problemLine = problem.isEmpty() ? lines.lineNumber() : problemLine;
        problem = problem.or(() -> Optional.of(e));
      }
      return true;
    }

    private static String word(String line) throws MalformedRecordException {
      String word = line.strip();
      if (word.chars().anyMatch(Character::isWhitespace)) {
        throw new MalformedRecordException(
            "found "
                + Excerpt.quote(line)
                + ", expected one word: words of a sentence are on lines of their own");
      }
      return word;
    }

    @Override
    public FormatException toFormatException(String message) {
      return new FormatException(lines.file(), problemLine, message);
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
}
