// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import java.util.Map;
import java.util.TreeMap;
import org.isogloss.neural.objective.LossValues;

/** Means of the losses since the last report. Checkpoints store them for a resumed run. */
final class LossMeter {
  private static final String SUM = "loss-sum/";
  private static final String COUNT = "loss-count/";

  /** Name of the total; no part has this name. */
  private static final String TOTAL = "";

  private final Map<String, Double> sums = new TreeMap<>();
  private final Map<String, Double> counts = new TreeMap<>();

  /** Restores a meter from the state in a checkpoint. */
  static LossMeter restore(Map<String, Double> state) {
    LossMeter meter = new LossMeter();
    state.forEach(
        (key, value) -> {
          if (key.startsWith(SUM)) {
            meter.sums.put(key.substring(SUM.length()), value);
          } else if (key.startsWith(COUNT)) {
            meter.counts.put(key.substring(COUNT.length()), value);
          }
        });
    return meter;
  }

  void add(LossValues losses) {
    add(TOTAL, losses.total());
    losses.parts().forEach(this::add);
  }

  private void add(String name, double loss) {
    sums.merge(name, loss, Double::sum);
    counts.merge(name, 1.0, Double::sum);
  }

  double total() {
    return mean(TOTAL);
  }

  Map<String, Double> parts() {
    Map<String, Double> means = new TreeMap<>();
    sums.keySet().stream()
        .filter(name -> !name.equals(TOTAL))
        .forEach(name -> means.put(name, mean(name)));
    return means;
  }

  private double mean(String name) {
    return sums.getOrDefault(name, 0.0) / Math.max(1, counts.getOrDefault(name, 0.0));
  }

  /** Returns the state to store in a checkpoint. */
  Map<String, Double> state() {
    Map<String, Double> state = new TreeMap<>();
    sums.forEach((name, sum) -> state.put(SUM + name, sum));
    counts.forEach((name, count) -> state.put(COUNT + name, count));
    return state;
  }
}
