// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.probability;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Compares probabilities with the share of relevant hits among those with about this probability.
 * The hits are divided into bins of equal size by their probability (Nguyen and O'Connor, EMNLP
 * 2015), so that no bin is nearly empty; hits with equal probabilities may be divided.
 *
 * @param bins the bins in ascending order of their probabilities
 */
public record ReliabilityCurve(List<Bin> bins) {
  /** Default number of bins. */
  public static final int DEFAULT_BINS = 10;

  /**
   * Hits with similar probabilities.
   *
   * @param hits number of hits
   * @param meanProbability mean of their probabilities
   * @param relevantShare share of relevant hits
   */
  public record Bin(int hits, double meanProbability, double relevantShare) {}

  public ReliabilityCurve {
    bins = List.copyOf(bins);
  }

  /**
   * Computes the curve.
   *
   * @param hits probabilities with judgements, at least one
   * @param binCount number of bins, 1 or more; there are never more bins than hits
   */
  public static ReliabilityCurve of(List<ScoredJudgement> hits, int binCount) {
    if (hits.isEmpty() || binCount < 1) {
      throw new IllegalArgumentException(
          hits.size() + " hits and " + binCount + " bins, expected 1 or more of each");
    }
    List<ScoredJudgement> sorted = new ArrayList<>(hits);
    sorted.sort(Comparator.comparingDouble(ScoredJudgement::score));
    int count = Math.min(binCount, sorted.size());
    List<Bin> bins = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) i * sorted.size() / count);
      int to = (int) ((i + 1L) * sorted.size() / count);
      List<ScoredJudgement> part = sorted.subList(from, to);
      bins.add(
          new Bin(
              part.size(),
              part.stream().mapToDouble(ScoredJudgement::score).average().orElseThrow(),
              (double) part.stream().filter(ScoredJudgement::relevant).count() / part.size()));
    }
    return new ReliabilityCurve(bins);
  }

  /**
   * The expected calibration error: the mean difference between probability and share of relevant
   * hits over the bins, weighted by their sizes (Naeini, Cooper and Hauskrecht, AAAI 2015), from 0
   * to 1.
   */
  public double expectedCalibrationError() {
    long hits = bins.stream().mapToLong(Bin::hits).sum();
    return bins.stream()
        .mapToDouble(
            bin -> bin.hits() * Math.abs(bin.meanProbability() - bin.relevantShare()) / hits)
        .sum();
  }
}
