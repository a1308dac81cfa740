// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalInt;
import org.isogloss.core.util.DisplayText;

/**
 * Shows progress with rate and remaining time: a bar on a terminal, an occasional line in a log.
 */
public class ProgressBar implements AutoCloseable {
  /** A progress bar that shows nothing. */
  public static final ProgressBar NONE =
      new ProgressBar(null, OptionalInt.empty(), "", "") {
        @Override
        public void update(long done, long total, String remark) {}

        @Override
        public void close() {}
      };

  private static final Duration REDRAW_INTERVAL = Duration.ofMillis(100);
  private static final Duration LOG_INTERVAL = Duration.ofSeconds(15);
  private static final int BAR_WIDTH = 24;

  private final PrintWriter err;
  private final OptionalInt columns;
  private final String activity;
  private final String unit;
  private final long started = System.nanoTime();
  private long lastShown = started;
  private int drawnColumns;
  private long resumedCount;

  ProgressBar(PrintWriter err, OptionalInt columns, String activity, String unit) {
    this.err = err;
    this.columns = columns;
    this.activity = activity;
    this.unit = unit;
  }

  /** Sets the amount that was complete before the bar started, which the rate excludes. */
  public ProgressBar startingAt(long completed) {
    resumedCount = completed;
    return this;
  }

  public void update(long done, long total) {
    update(done, total, "");
  }

  /**
   * Updates the progress. Draws only occasionally, so that it may be called often.
   *
   * @param total 0 if unknown
   * @param remark appended text, such as a loss; may be empty
   */
  public synchronized void update(long done, long total, String remark) {
    long now = System.nanoTime();
    Duration sinceShown = Duration.ofNanos(now - lastShown);
    if (sinceShown.compareTo(columns.isPresent() ? REDRAW_INTERVAL : LOG_INTERVAL) < 0) {
      return;
    }
    lastShown = now;
    show(line(done, total, remark, Duration.ofNanos(now - started)));
  }

  /** Shows a line; on a terminal until the next one. */
  synchronized void show(String text) {
    String line = DisplayText.singleLine(text);
    if (columns.isEmpty()) {
      err.println(line);
      return;
    }
    String fitted =
        line.length() < columns.getAsInt() ? line : line.substring(0, columns.getAsInt() - 1);
    err.print('\r' + fitted + " ".repeat(Math.max(0, drawnColumns - fitted.length())));
    err.flush();
    drawnColumns = fitted.length();
  }

  String line(long done, long total, String remark, Duration elapsed) {
    // The first item includes the start: loading, compiling, opening of files.
    boolean hasRate = done - resumedCount > 1;
    double rate = (done - resumedCount) / Math.max(elapsed.toNanos() / 1e9, 1e-9);
    StringBuilder line = new StringBuilder(activity).append(' ');
    if (total > 0) {
      int filled = (int) Math.min(BAR_WIDTH, BAR_WIDTH * done / total);
      if (columns.isPresent()) {
        line.append('[')
            .append("=".repeat(filled))
            .append(" ".repeat(BAR_WIDTH - filled))
            .append("] ");
      }
      line.append(Console.formatCount(done)).append('/').append(Console.formatCount(total));
    } else {
      line.append(Console.formatCount(done));
    }
    line.append(' ').append(unit);
    if (hasRate) {
      line.append(String.format(Locale.ROOT, rate < 10 ? ", %.2f/s" : ", %,.0f/s", rate));
    }
    if (total > 0 && hasRate) {
      Duration left = Duration.ofMillis((long) (1000 * Math.max(0, total - done) / rate));
      line.append(", ").append(Console.formatDuration(left)).append(" left");
    }
    return remark.isEmpty() ? line.toString() : line.append(", ").append(remark).toString();
  }

  @Override
  public synchronized void close() {
    if (drawnColumns > 0) {
      err.print('\r' + " ".repeat(drawnColumns) + '\r');
      err.flush();
      drawnColumns = 0;
    }
  }
}
