// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import java.util.Locale;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;

/** Shows the progress of training on standard error. */
public final class TrainingProgressPrinter implements TrainingListener {
  private final Console console;
  private ProgressBar bar = ProgressBar.NONE;

  public TrainingProgressPrinter(Console console) {
    this.console = console;
  }

  @Override
  public void progressReported(Progress progress) {
    if (bar == ProgressBar.NONE) {
      bar = console.progress("Training", "steps").startingAt(progress.step());
      return;
    }
    bar.update(
        progress.step(),
        progress.steps(),
        String.format(
            Locale.ROOT,
            "loss %.4f, %,.1f examples/s",
            progress.loss(),
            progress.examplesPerSecond()));
  }

  @Override
  public void validated(long step, Validation.Outcome outcome, boolean best) {
    messageReported(
        String.format(
            Locale.ROOT,
            "step %d: validation %.4f%s",
            step,
            outcome.score(),
            best ? ", the best so far" : ""));
  }

  @Override
  public void messageReported(String message) {
    console.note(message);
    bar = ProgressBar.NONE;
  }
}
