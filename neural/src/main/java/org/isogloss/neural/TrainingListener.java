package org.isogloss.neural;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Hears how training goes. */
public interface TrainingListener {
  /** A listener that does nothing. */
  TrainingListener NONE = new TrainingListener() {};

  /**
   * Where training stands.
   *
   * @param step steps made
   * @param steps steps there will be
   * @param loss mean over the steps since the last report
   * @param learningRateFactor what the schedule says
   * @param losses the losses that it is made of, by name, where it is more than one
   * @param stepsPerSecond since the last report
   * @param examplesPerSecond the same in what a batch counts, such as pairs
   * @param remainingTime how long the rest will take
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

  /** Some steps were made. */
  default void progressReported(Progress progress) {}

  /** The model was validated. */
  default void validated(long step, Validation.Outcome outcome, boolean best) {}

  /** Something else to tell, one line. */
  default void messageReported(String message) {}

  /** Asked after every step: whether training should stop there, to go on another time. */
  default boolean shouldStop() {
    return false;
  }

  /** One that tells several, in their order; training stops where one of them wants it. */
  static TrainingListener all(List<TrainingListener> listeners) {
    List<TrainingListener> told = List.copyOf(listeners);
    return new TrainingListener() {
      @Override
      public void progressReported(Progress progress) {
        told.forEach(listener -> listener.progressReported(progress));
      }

      @Override
      public void validated(long step, Validation.Outcome outcome, boolean best) {
        told.forEach(listener -> listener.validated(step, outcome, best));
      }

      @Override
      public void messageReported(String message) {
        told.forEach(listener -> listener.messageReported(message));
      }

      @Override
      public boolean shouldStop() {
        return told.stream().anyMatch(TrainingListener::shouldStop);
      }
    };
  }
}
