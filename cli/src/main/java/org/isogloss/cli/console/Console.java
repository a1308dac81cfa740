// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.DisplayText;

/**
 * The output of commands: results on standard output, messages and progress on standard error.
 *
 * <p>Text for people is made safe to display, see {@link DisplayText}, whether a terminal shows it
 * or not. Only {@link #printData}, {@link #printJson}, {@link #printStyled} and the help text
 * bypass this, for different reasons.
 */
public final class Console {
  private final ResultOutputStream results;
  private final PrintWriter help;
  private final List<Path> fileArguments = new ArrayList<>();
  private final List<Path> outputFiles = new ArrayList<>();
  private PrintWriter rawOut;
  private PrintWriter out;
  private final PrintWriter rawErr;
  private final PrintWriter err;
  private final Terminal terminal;
  private boolean quiet;
  private ProgressBar progress;

  public Console(OutputStream out, OutputStream err, Terminal terminal) {
    this.results = new ResultOutputStream(out);
    Writer outBytes = new OutputStreamWriter(results, StandardCharsets.UTF_8);
    this.rawOut = new PrintWriter(outBytes, false);
    this.help = rawOut;
    this.out = new PrintWriter(new SanitizingWriter(outBytes), false);
    Writer errBytes = new OutputStreamWriter(err, StandardCharsets.UTF_8);
    this.rawErr = new PrintWriter(errBytes, true);
    this.err = new PrintWriter(new SanitizingWriter(errBytes), true);
    this.terminal = terminal;
  }

  /** Returns the writer of the help text, which is trusted and may contain styles. */
  public PrintWriter helpWriter() {
    return help;
  }

  /** Standard output for the bytes of a protocol; the caller flushes it and does not close it. */
  public OutputStream resultStream() {
    return results;
  }

  public PrintWriter errWriter() {
    return err;
  }

  public Terminal terminal() {
    return terminal;
  }

  public void quiet(boolean quiet) {
    this.quiet = quiet;
  }

  /** Notes a file of the command line, an input or an output. */
  public Path fileArgument(Path file) {
    fileArguments.add(file);
    return file;
  }

  /** All files of the command line, as often as they were given. */
  List<Path> fileArguments() {
    return fileArguments;
  }

  /** The output files that were checked so far, which later ones must differ from. */
  List<Path> outputFiles() {
    return outputFiles;
  }

  /** Reserves standard output for the data of a command; everything else goes to standard error. */
  void keepOutputForData() {
    rawOut = rawErr;
    out = err;
  }

  /**
   * Checks that all results were written to standard output.
   *
   * @throws IsoglossException if they were not
   */
  public void requireResultsWritten() {
    help.flush();
    results
        .failure()
        .ifPresent(
            failure -> {
              throw failure;
            });
  }

  /**
   * Prints one or more lines of the result for people.
   *
   * @throws IsoglossException if standard output fails
   */
  public void print(String line) {
    print(out, line);
  }

  /**
   * Prints a line of the result in a machine-readable format. On a terminal it is made safe to
   * display as by {@link #print}; a file or a pipe receives every character unchanged.
   */
  public void printData(String line) {
    print(terminal.outputColumns().isPresent() ? out : rawOut, line);
  }

  /** Prints a result in JSON; unsafe characters are escaped as JSON provides. */
  public void printJson(String document) {
    print(rawOut, DisplayText.escapeJson(document));
  }

  /**
   * Prints text with styles for a terminal; the caller has made its other parts safe to display.
   */
  public void printStyled(String text) {
    print(rawOut, text);
  }

  private void print(PrintWriter writer, String line) {
    writer.println(line);
    writer.flush();
    requireResultsWritten();
  }

  /** Prints a row of a table with two columns. */
  public void printRow(String label, String value) {
    print(String.format(Locale.ROOT, "%-12s %s", label, DisplayText.singleLine(value)));
  }

  /** Prints a progress message, unless quiet. */
  public void note(String line) {
    if (!quiet) {
      endProgress();
      message(line);
    }
  }

  /** Prints a question without a line feed, even if quiet. */
  public void prompt(String question) {
    endProgress();
    err.print(question);
    err.flush();
  }

  /** Prints a message about what is being done; on a terminal the next output replaces it. */
  public void activity(String line) {
    if (!quiet) {
      progress("", "").show(line);
    }
  }

  /** Prints a warning, even if quiet. */
  public void warn(String line) {
    endProgress();
    message("isogloss: warning: " + line);
  }

  public void error(String message) {
    endProgress();
    message("isogloss: " + message);
  }

  /**
   * Indents continuation lines, so that a line feed in a name cannot start a message of its own.
   */
  private void message(String text) {
    err.println(text.replaceAll("\n(?!\\s)", "\n  "));
  }

  /**
   * Starts to show progress.
   *
   * @param activity the activity, such as {@code Indexing}
   * @param unit the counted unit, in the plural
   */
  public ProgressBar progress(String activity, String unit) {
    endProgress();
    progress =
        quiet ? ProgressBar.NONE : new ProgressBar(rawErr, terminal.errorColumns(), activity, unit);
    return progress;
  }

  public void endProgress() {
    if (progress != null) {
      progress.close();
      progress = null;
    }
  }

  /** {@code 1,234,567}. */
  public static String formatCount(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 1 document}, {@code 2,880 documents}. */
  public static String formatCount(long number, String singular, String plural) {
    return formatCount(number) + " " + (number == 1 ? singular : plural);
  }

  /** {@code 3.2 s}, {@code 4:05 min} or {@code 1:02:03 h}. */
  public static String formatDuration(Duration time) {
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
