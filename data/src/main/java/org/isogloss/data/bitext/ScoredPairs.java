// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.Locale;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.parse.TsvEscaping;

/**
 * Scored sentence pairs as TSV with a header: {@code source_line TAB target_line TAB score TAB
 * source TAB target}, optionally without the line numbers.
 */
public final class ScoredPairs {
  private static final String HEADER = "score\tsource\ttarget";
  private static final String NUMBERED_HEADER = "source_line\ttarget_line\t" + HEADER;

  private ScoredPairs() {}

  /** Writes pairs. A tab or a line end inside a sentence becomes a space. */
  public static RecordWriter<ScoredPair> writer(Path file) {
    return RecordWriter.open(file, NUMBERED_HEADER, ScoredPairs::appendNumbered);
  }

  /** Writes pairs without line numbers, otherwise like {@link #writer}. */
  public static RecordWriter<ScoredPair> unnumberedWriter(Path file) {
    return RecordWriter.open(file, HEADER, ScoredPairs::append);
  }

  /** Formats a pair as a line of such a file, without the line end. */
  public static String formatLine(ScoredPair pair) {
    StringBuilder line = new StringBuilder();
    appendNumbered(pair, line);
    return line.toString();
  }

  private static void appendNumbered(ScoredPair pair, StringBuilder line) {
    line.append(pair.sourceLine()).append('\t').append(pair.targetLine()).append('\t');
    append(pair, line);
  }

  private static void append(ScoredPair pair, StringBuilder line) {
    line.append(String.format(Locale.ROOT, "%.6f", pair.score())).append('\t');
    TsvEscaping.appendText(pair.source(), line);
    TsvEscaping.appendText(pair.target(), line.append('\t'));
  }
}
