// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.result;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The published result of a system on a benchmark, for comparison.
 *
 * @param system name in its paper
 * @param source the paper, and remarks on its setting
 * @param figures 0 to 1, with the names of {@link BenchmarkResult}: {@code average}, a measure's or
 *     a pair's
 */
public record PublishedResult(String system, String source, Map<String, Double> figures) {
  /** The name in {@link #figures} of {@link BenchmarkResult#average}. */
  static final String AVERAGE = "average";

  private static final String BICLA = "Glavaš and Vulić 2019, trained on Europarl";
  private static final List<String> EUROPARL =
      List.of("deu-eng", "ces-eng", "hun-eng", "ces-deu", "hun-deu", "ces-hun", AVERAGE);
  private static final List<String> XPR = List.of("acc1", "acc10", "mrr");

  public PublishedResult {
    figures = Map.copyOf(figures);
  }

  /** Returns the known results of a benchmark. */
  static List<PublishedResult> forBenchmark(String benchmark) {
    return switch (benchmark) {
      case "tatoeba" ->
          List.of(
              tatoeba("HICTL", .597), tatoeba("XLM-R", .573), tatoeba("mBERT, not trained", .387));
      case "europarl-mates" ->
          List.of(
              new PublishedResult(
                  "BiCLA",
                  BICLA,
                  figuresByName(EUROPARL, .604, .665, .569, .562, .577, .575, .592)),
              new PublishedResult(
                  "best ensemble",
                  BICLA,
                  figuresByName(EUROPARL, .708, .859, .726, .697, .647, .708, .724)),
              new PublishedResult(
                  "mean of aligned word vectors",
                  BICLA,
                  figuresByName(EUROPARL, .390, .547, .372, .374, .356, .378, .403)));
      case "xpr-xquad" ->
          List.of(
              xpr("mBERT, XPI, mixed fine-tuning", .5664, .8840, .6780),
              xpr("mBERT, mixed fine-tuning", .4790, .8319, .5981));
      default -> List.of();
    };
  }

  private static PublishedResult tatoeba(String system, double average) {
    return new PublishedResult(
        system, "Wei et al. 2021, Tatoeba without fine-tuning", Map.of(AVERAGE, average));
  }

  private static PublishedResult xpr(String system, double... figures) {
    return new PublishedResult(
        system,
        "Chen et al. 2020, fine-tuned on InsuranceQA alone; its own random languages",
        figuresByName(XPR, figures));
  }

  private static Map<String, Double> figuresByName(List<String> names, double... figures) {
    if (names.size() != figures.length) {
      throw new IllegalArgumentException(names + " are named, not " + Arrays.toString(figures));
    }
    Map<String, Double> named = new LinkedHashMap<>();
    for (int i = 0; i < figures.length; i++) {
      named.put(names.get(i), figures[i]);
    }
    return named;
  }
}
