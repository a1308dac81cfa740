// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.scoring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.isogloss.core.util.LogOdds;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;

/**
 * Combines CLIR-BERT and Prob. CLIR: the log-odds of a word in a sentence are linear in the
 * log-odds of BERT and in the logarithm of the probability of the table. The weights are fitted on
 * held-out examples.
 */
public final class LogOddsCombination {
  /** Probabilities of BERT are clipped to this distance from 0 and 1. */
  private static final double MIN_PROBABILITY = 1e-7;

  private final List<OccurrenceExample> heldOut;
  private final List<LogisticRegression.Example> examples;

  /**
   * Creates a combination.
   *
   * @param heldOut examples on which neither was trained
   * @param bert probability of each example by BERT
   * @param table logarithm of the probability of each example by the table
   */
  public LogOddsCombination(
      List<OccurrenceExample> heldOut, double[] bert, ToDoubleFunction<OccurrenceExample> table) {
    this.heldOut = List.copyOf(heldOut);
    this.examples =
        IntStream.range(0, bert.length)
            .mapToObj(
                i ->
                    new LogisticRegression.Example(
                        logOdds(bert[i]),
                        table.applyAsDouble(heldOut.get(i)),
                        heldOut.get(i).occurs()))
            .toList();
  }

  private static double logOdds(double probability) {
    double p = Math.clamp(probability, MIN_PROBABILITY, 1 - MIN_PROBABILITY);
    return Math.log(p) - Math.log1p(-p);
  }

  /**
   * Returns the probability of each held-out example, by weights fitted on the other half of the
   * sentences (cross-fitting).
   */
  public double[] heldOutProbabilities() {
    Map<String, Integer> places = new HashMap<>();
    List<List<LogisticRegression.Example>> halves = List.of(new ArrayList<>(), new ArrayList<>());
    int[] half = new int[examples.size()];
    for (int i = 0; i < half.length; i++) {
      half[i] = places.computeIfAbsent(heldOut.get(i).sentence(), sentence -> places.size()) % 2;
      halves.get(half[i]).add(examples.get(i));
    }
    List<LogisticRegression> others =
        List.of(LogisticRegression.fit(halves.get(1)), LogisticRegression.fit(halves.get(0)));
    double[] probabilities = new double[half.length];
    for (int i = 0; i < half.length; i++) {
      LogisticRegression.Example one = examples.get(i);
      probabilities[i] =
          LogOdds.toProbability(others.get(half[i]).logOdds(one.first(), one.second()));
    }
    return probabilities;
  }

  /** Returns the weights fitted on all held-out examples. */
  public LogisticRegression weights() {
    return LogisticRegression.fit(examples);
  }

  /**
   * Returns the probability of a word in each of some sentences.
   *
   * @param weights result of {@link #weights}
   * @param bert probability of each sentence by BERT
   * @param table logarithm of the probability of each sentence by the table
   */
  public static float[] probabilities(LogisticRegression weights, float[] bert, float[] table) {
    float[] together = new float[bert.length];
    for (int i = 0; i < together.length; i++) {
      together[i] = (float) LogOdds.toProbability(weights.logOdds(logOdds(bert[i]), table[i]));
    }
    return together;
  }
}
