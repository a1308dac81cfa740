// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.Arrays;
import java.util.List;
import org.isogloss.api.pipeline.FusionMethod;
import org.isogloss.core.Hit;

/**
 * Standard scores of hits, from which the score of a text in several versions follows. The
 * temperature was chosen on the collections of the suite for tuning (docs/results/suite.md).
 */
final class TextScores {
  /** Temperature of the soft maximum, in standard deviations of the scores. */
  private static final double TEMPERATURE = 0.1;

  private final double[] standardScores;

  private TextScores(double[] standardScores) {
    this.standardScores = standardScores;
  }

  /** Standardises the scores of hits. */
  static TextScores of(List<Hit> hits) {
    return new TextScores(FusionMethod.standardScores(hits));
  }

  /** Returns by how many standard deviations one hit is above another. */
  double difference(int hit, int other) {
    return standardScores[hit] - standardScores[other];
  }

  /**
   * Returns the score of a text: a soft maximum over its versions, {@code t log(sum exp(s / t) /
   * n)}, where {@code s} is the standard score of a version that was found, and {@code n} the
   * number of all versions. A text with one version keeps the standard score of that version.
   *
   * @param found numbers of the hits that are its versions, at least one
   * @param versions number of its versions, at least that of those found
   */
  double text(List<Integer> found, int versions) {
    double[] scores = found.stream().mapToDouble(i -> standardScores[i]).toArray();
    double max = Arrays.stream(scores).max().orElseThrow();
    double sum = Arrays.stream(scores).map(score -> Math.exp((score - max) / TEMPERATURE)).sum();
    return versions == 1 ? max : max + TEMPERATURE * Math.log(sum / versions);
  }
}
