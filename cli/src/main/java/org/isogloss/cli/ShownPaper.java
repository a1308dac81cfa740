package org.isogloss.cli;

import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.papers.PaperListener;

/** Tells on standard error which row of a paper's tables is worked at. */
final class ShownPaper implements PaperListener {
  private final Console console;
  private final TrainingStop stop;
  private ProgressBar bar = ProgressBar.NONE;
  private String shown = "";

  /**
   * A listener.
   *
   * @param stop of the trainings
   */
  ShownPaper(Console console, TrainingStop stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public void row(String name, int number, int rows, boolean finished) {
    said("Row " + number + " of " + rows + ": " + name + (finished ? ", measured before" : ""));
  }

  @Override
  public void said(String message) {
    console.note(message);
    shown = "";
  }

  @Override
  public synchronized void progressed(String what, String unit, long done, long of) {
    if (!shown.equals(what)) {
      bar = console.progress(what, unit).from(done);
      shown = what;
    }
    bar.update(done, of, "");
    if (stop.shouldStop() && done < of) {
      throw new IsoglossException(
          "stopped at " + done + " of " + of + " " + unit + ": the same command goes on there");
    }
  }

  @Override
  public TrainingListener training() {
    shown = "";
    return TrainingListener.all(List.of(new ShownTraining(console), stop));
  }
}
