// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.util.List;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.training.TrainingProgressPrinter;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.papers.PaperListener;

/** Shows on standard error which row of a paper's tables is computed. */
final class PaperProgressPrinter implements PaperListener {
  private final Console console;
  private final TrainingListener stop;
  private ProgressBar bar = ProgressBar.NONE;
  private String currentActivity = "";

  /**
   * Creates a listener.
   *
   * @param stop its {@link TrainingListener#shouldStop} ends a training after a step, and a
   *     measurement after a part
   */
  PaperProgressPrinter(Console console, TrainingListener stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public void rowStarted(String name, int number, int rows, boolean finished) {
    messageReported(
        "Row " + number + " of " + rows + ": " + name + (finished ? ", already measured" : ""));
  }

  @Override
  public void messageReported(String message) {
    if (stop.shouldStop()) {
      throw new IsoglossException("stopped: the same command continues the run");
    }
    console.note(message);
    currentActivity = "";
  }

  @Override
  public synchronized void progressReported(String activity, String unit, long done, long total) {
    if (!currentActivity.equals(activity)) {
      bar = console.progress(activity, unit).startingAt(done);
      currentActivity = activity;
    }
    bar.update(done, total, "");
    if (stop.shouldStop() && done < total) {
      throw new IsoglossException(
          "stopped at "
              + done
              + " of "
              + total
              + " "
              + unit
              + ": the same command continues the run");
    }
  }

  @Override
  public TrainingListener trainingListener() {
    currentActivity = "";
    return TrainingListener.all(List.of(new TrainingProgressPrinter(console), stop));
  }
}
