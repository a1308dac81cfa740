// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Receives the progress of a training. */
public interface TrainingListener {
  /** A listener that does nothing. */
  TrainingListener NONE = new TrainingListener() {};

  /**
   * The progress of a training.
   *
   * @param step number of completed steps
   * @param steps total number of steps
   * @param loss mean loss of the steps since the last report
   * @param learningRateFactor factor of the learning-rate schedule
   * @param losses the summands of the loss by name; empty if there is only one
   * @param stepsPerSecond steps per second since the last report
   * @param examplesPerSecond examples per second since the last report; an example is what a batch
   *     counts, such as a pair
   * @param remainingTime estimated time until the last step
   */
  record Progress(
      long step,
      long steps,
      double loss,
      double learningRateFactor,
      Map<String, Double> losses,
      double stepsPerSecond,
      double examplesPerSecond,
      Duration remainingTime) {
    public Progress {
      losses = Map.copyOf(losses);
    }
  }

  /** Called after some steps. */
  default void progressReported(Progress progress) {}

  /** Called after each validation. */
  default void validated(long step, Validation.Outcome outcome, boolean best) {}

  /** Called with any other message, one line. */
  default void messageReported(String message) {}

  /** Called after every step: returns whether training should stop there, to be resumed later. */
  default boolean shouldStop() {
    return false;
  }

  /**
   * Returns a listener that notifies several listeners in their order; training stops if one of
   * them requests it.
   */
  static TrainingListener all(List<TrainingListener> listeners) {
    List<TrainingListener> all = List.copyOf(listeners);
    return new TrainingListener() {
      @Override
      public void progressReported(Progress progress) {
        all.forEach(listener -> listener.progressReported(progress));
      }

      @Override
      public void validated(long step, Validation.Outcome outcome, boolean best) {
        all.forEach(listener -> listener.validated(step, outcome, best));
      }

      @Override
      public void messageReported(String message) {
        all.forEach(listener -> listener.messageReported(message));
      }

      @Override
      public boolean shouldStop() {
        return all.stream().anyMatch(TrainingListener::shouldStop);
      }
    };
  }
}
