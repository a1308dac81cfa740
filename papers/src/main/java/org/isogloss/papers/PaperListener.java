// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import org.isogloss.neural.TrainingListener;

/** Receives the progress of a paper's run. */
public interface PaperListener {
  /** Ignores all progress. */
  PaperListener NONE = new PaperListener() {};

  /**
   * Called when a row of the tables is started, or found finished.
   *
   * @param number number of the row, from 1
   * @param finished whether an earlier run measured it
   */
  default void rowStarted(String name, int number, int rows, boolean finished) {}

  /** Called with another message of one line. */
  default void messageReported(String message) {}

  /**
   * Called with the progress of a long activity.
   *
   * @param activity the activity, such as "Scoring XQuAD"
   * @param unit the counted unit, such as "queries"
   */
  default void progressReported(String activity, String unit, long done, long total) {}

  /** Returns the listener of a row's training, which may stop it. */
  default TrainingListener trainingListener() {
    return TrainingListener.NONE;
  }
}
