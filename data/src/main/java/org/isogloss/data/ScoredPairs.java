package org.isogloss.data;

import java.nio.file.Path;
import java.util.Locale;

/**
 * Scored pairs of sentences as TSV: {@code source_line TAB target_line TAB score TAB source TAB
 * target}, below a header that says so.
 */
public final class ScoredPairs {
  private static final String HEADER = "source_line\ttarget_line\tscore\tsource\ttarget";

  private ScoredPairs() {}

  /** Writes pairs. A tab or a line end inside a sentence becomes a space. */
  public static RecordWriter<ScoredPair> writer(Path file) {
    return RecordWriter.open(file, HEADER, ScoredPairs::append);
  }

  /** A pair as a line of such a file, without its end. */
  public static String line(ScoredPair pair) {
    StringBuilder line = new StringBuilder();
    append(pair, line);
    return line.toString();
  }

  private static void append(ScoredPair pair, StringBuilder line) {
    line.append(pair.sourceLine()).append('\t').append(pair.targetLine()).append('\t');
    line.append(String.format(Locale.ROOT, "%.6f", pair.score())).append('\t');
    Tsv.appendText(pair.source(), line);
    Tsv.appendText(pair.target(), line.append('\t'));
  }
}
