// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.isogloss.measure.stats.ConfidenceInterval;
import org.junit.jupiter.api.Test;

class BenchmarkJudgementTest {
  private static BenchmarkResult xpr(double mrr) {
    return new BenchmarkResult(
        "xpr-xquad",
        "tiny",
        "dense",
        "MRR",
        OptionalDouble.of(mrr),
        OptionalDouble.empty(),
        Map.of("mrr", mrr),
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void statesWhichPublishedFiguresAreWithinTheInterval() {
    assertThat(BenchmarkJudgement.of(xpr(.67).withInterval(new ConfidenceInterval(.66, .68, .95))))
        .contains(
            "tiny has MRR 0.670 (95 % interval 0.660 to 0.680), above mBERT, mixed fine-tuning with"
                + " 0.598 (published) and below mBERT, XPI, mixed fine-tuning with 0.678 (published,"
                + " within the interval).");
  }

  @Test
  void anEqualFigureIsNotBelow() {
    assertThat(BenchmarkJudgement.of(xpr(.678)))
        .contains(
            "tiny has MRR 0.678, equal to mBERT, XPI, mixed fine-tuning with 0.678 (published).");
  }
}
