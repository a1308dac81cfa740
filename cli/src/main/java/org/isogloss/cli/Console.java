package org.isogloss.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalInt;

/** Where commands write: results to standard output, messages and progress to standard error. */
final class Console {
  private final PrintWriter out;
  private final PrintWriter err;
  private final OptionalInt columns;
  private boolean quiet;
  private ProgressBar progress;

  Console(PrintStream out, PrintStream err) {
    this.out = new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), false);
    this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
    this.columns = terminalColumns(System.getenv("ISOGLOSS_TERMINAL"));
  }

  private static OptionalInt terminalColumns(String said) {
    try {
      return said == null || said.isBlank()
          ? OptionalInt.empty()
          : OptionalInt.of(Math.max(40, Integer.parseInt(said.strip())));
    } catch (NumberFormatException e) {
      return OptionalInt.of(80);
    }
  }

  PrintWriter outWriter() {
    return out;
  }

  PrintWriter errWriter() {
    return err;
  }

  /** How wide the terminal is that messages go to; empty where it is none. */
  OptionalInt columns() {
    return columns;
  }

  void quiet(boolean quiet) {
    this.quiet = quiet;
  }

  /** A line of the result. */
  void print(String line) {
    out.println(line);
    out.flush();
  }

  /** A line of a table of two columns. */
  void row(String what, String value) {
    print(String.format(Locale.ROOT, "%-12s %s", what, value));
  }

  /** A line about what goes on; nothing under {@code --quiet}. */
  void note(String line) {
    if (!quiet) {
      endProgress();
      err.println(line);
    }
  }

  /** Something that may be wrong, though the work goes on; shown under {@code --quiet} too. */
  void warn(String line) {
    endProgress();
    err.println("isogloss: warning: " + line);
  }

  void error(String message) {
    endProgress();
    err.println("isogloss: " + message);
  }

  /**
   * Begins to show how far some work is.
   *
   * @param what is done, such as {@code Indexing}
   * @param unit what is counted, in the plural
   */
  ProgressBar progress(String what, String unit) {
    endProgress();
    progress = quiet ? ProgressBar.NONE : new ProgressBar(err, columns, what, unit);
    return progress;
  }

  void endProgress() {
    if (progress != null) {
      progress.close();
      progress = null;
    }
  }

  /** {@code 1,234,567}. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 1 document}, {@code 2,880 documents}. */
  static String count(long number, String one, String many) {
    return count(number) + " " + (number == 1 ? one : many);
  }

  /** {@code 3.2 s}, {@code 4:05 min} or {@code 1:02:03 h}. */
  static String time(Duration time) {
    long seconds = time.toSeconds();
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
    return seconds < 3600
        ? String.format(Locale.ROOT, "%d:%02d min", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d h", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
}
