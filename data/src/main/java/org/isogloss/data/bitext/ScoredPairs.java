package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.Locale;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.parse.TsvEscaping;

/**
 * Scored pairs of sentences as TSV: {@code source_line TAB target_line TAB score TAB source TAB
 * target}, or without the numbers of the lines, below a header that says so.
 */
public final class ScoredPairs {
  private static final String HEADER = "score\tsource\ttarget";
  private static final String NUMBERED_HEADER = "source_line\ttarget_line\t" + HEADER;

  private ScoredPairs() {}

  /** Writes pairs. A tab or a line end inside a sentence becomes a space. */
  public static RecordWriter<ScoredPair> writer(Path file) {
    return RecordWriter.open(file, NUMBERED_HEADER, ScoredPairs::appendNumbered);
  }

  /** Writes pairs without the numbers of their lines, otherwise as {@link #writer}. */
  public static RecordWriter<ScoredPair> unnumberedWriter(Path file) {
    return RecordWriter.open(file, HEADER, ScoredPairs::append);
  }

  /** A pair as a line of such a file, without its end. */
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
