// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class NoisyOrTest {
  private static final MathContext DIGITS = new MathContext(80);

  /** Evaluates equation 1 directly, with 80 digits. */
  private static double reference(double[][] p) {
    BigDecimal absent = BigDecimal.ONE;
    for (double[] sentence : p) {
      BigDecimal all = BigDecimal.ONE;
      for (double word : sentence) {
        all = all.multiply(new BigDecimal(word), DIGITS);
      }
      absent = absent.multiply(BigDecimal.ONE.subtract(all, DIGITS), DIGITS);
    }
    BigDecimal present = BigDecimal.ONE.subtract(absent, DIGITS);
    return Math.log(present.doubleValue()) - Math.log(absent.doubleValue());
  }

  private static double logOdds(double[][] p) {
    double[] sentences = new double[p.length];
    for (int s = 0; s < p.length; s++) {
      sentences[s] = NoisyOr.logSentenceProbability(p[s]);
    }
    return NoisyOr.documentLogOdds(sentences);
  }

  @RepeatedTest(50)
  void matchesDirectEvaluation() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    double[][] p = new double[1 + random.nextInt(30)][1 + random.nextInt(4)];
    double sure = random.nextBoolean() ? 0.9 : 0.001;
    for (double[] sentence : p) {
      for (int w = 0; w < sentence.length; w++) {
        sentence[w] = (float) (random.nextDouble() * sure + 1e-12);
      }
    }
    double expected = reference(p);
    assertThat(logOdds(p))
        .as("seed %d", seed)
        .isCloseTo(expected, within(1e-7 * Math.max(1, Math.abs(expected))));
  }

  @Test
  void matchesManualExample() {
    double p = 1 - (1 - 0.5 * 0.4) * (1 - 0.1 * 0.2);
    assertThat(logOdds(new double[][] {{0.5, 0.4}, {0.1, 0.2}}))
        .isCloseTo(Math.log(p / (1 - p)), within(1e-12));
  }

  @Test
  void distinguishesProbabilitiesThatWouldUnderflow() {
    double[][] unlikely = new double[3][40];
    double[][] likely = new double[5000][1];
    double[][] likelier = new double[6000][1];
    for (double[] sentence : unlikely) {
      Arrays.fill(sentence, 1e-30);
    }
    for (double[] sentence : likely) {
      sentence[0] = 1;
    }
    for (double[] sentence : likelier) {
      sentence[0] = 1;
    }
    assertThat(logOdds(unlikely)).isCloseTo(Math.log(3) + 40 * Math.log(1e-30), within(1e-6));
    assertThat(logOdds(likely)).isFinite().isLessThan(logOdds(likelier));
    assertThat(NoisyOr.documentLogOdds()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(logOdds(new double[][] {{0}})).isFinite();
  }
}
