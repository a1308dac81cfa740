// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.api.pipeline.FusionMethod;
import org.isogloss.core.Hit;

/**
 * Scores of hits that can be compared between languages, from which the score of a text in several
 * versions follows.
 *
 * <p>The score of a hit is its standard score over the hits. A scorer prefers some languages, such
 * as that of the query. The offset of a language estimates this: it is half the mean standard score
 * of its {@code n} hits, times {@code n / (n + 1)}; the other half may be what its hits deserve.
 * docs/results/suite.md states how the constants were chosen.
 */
final class TextScores {
  /** Temperature of the soft maximum, in standard deviations of the scores. */
  private static final double TEMPERATURE = 0.2;

  /** Part of the mean of a language that is its offset. */
  private static final double OFFSET_SHARE = 0.5;

  private final double[] standardScores;
  private final double[] offsets;

  private TextScores(double[] standardScores, double[] offsets) {
    this.standardScores = standardScores;
    this.offsets = offsets;
  }

  /**
   * Standardises the scores of hits.
   *
   * @param languages the language codes of the hits
   */
  static TextScores of(List<Hit> hits, List<String> languages) {
    double[] standardScores = FusionMethod.standardScores(hits);
    Map<String, Double> sums = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < standardScores.length; i++) {
      sums.merge(languages.get(i), standardScores[i], Double::sum);
      counts.merge(languages.get(i), 1, Integer::sum);
    }
    double[] offsets =
        languages.stream()
            .mapToDouble(code -> OFFSET_SHARE * sums.get(code) / (counts.get(code) + 1))
            .toArray();
    return new TextScores(standardScores, offsets);
  }

  /** Returns by how many standard deviations one hit is above another. */
  double difference(int hit, int other) {
    return standardScores[hit] - standardScores[other];
  }

  /**
   * Returns the score of a text: a soft maximum over its versions, {@code t log(sum exp(s / t) /
   * n)}, where {@code s} is the standard score of a version that was found minus the offset of its
   * language, and {@code n} the number of all versions. A text with one version keeps the standard
   * score of that version.
   *
   * @param found numbers of the hits that are its versions, at least one
   * @param versions number of its versions, at least that of those found
   */
  double text(List<Integer> found, int versions) {
    if (versions == 1) {
      return standardScores[found.getFirst()];
    }
    double[] scores = found.stream().mapToDouble(i -> standardScores[i] - offsets[i]).toArray();
    double max = Arrays.stream(scores).max().orElseThrow();
    double sum = Arrays.stream(scores).map(score -> Math.exp((score - max) / TEMPERATURE)).sum();
    return max + TEMPERATURE * Math.log(sum / versions);
  }
}
