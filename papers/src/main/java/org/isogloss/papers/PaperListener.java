package org.isogloss.papers;

import org.isogloss.neural.TrainingListener;

/** Hears how far the run of a paper is. */
public interface PaperListener {
  /** Hears nothing. */
  PaperListener NONE = new PaperListener() {};

  /**
   * A row of the tables is begun, or found finished.
   *
   * @param number of the row, from 1
   * @param finished whether an earlier run has measured it
   */
  default void rowStarted(String name, int number, int rows, boolean finished) {}

  /** Something else to tell, one line. */
  default void messageReported(String message) {}

  /**
   * Something that takes long goes on.
   *
   * @param activity it is, such as "Scoring XQuAD"
   * @param unit of the counts, such as "queries"
   */
  default void progressReported(String activity, String unit, long done, long total) {}

  /** Hears how a row's training goes, and may stop it. */
  default TrainingListener trainingListener() {
    return TrainingListener.NONE;
  }
}
