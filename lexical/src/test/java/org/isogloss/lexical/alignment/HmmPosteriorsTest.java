// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.isogloss.lexical.SentenceList;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class HmmPosteriorsTest {
  private static final double NULL = 0.2;

  /** Enumerates every alignment of a sentence pair. */
  private static final class Enumeration {
    private final DirectionalModel model;
    private final double[][] emissions;
    private final double[] nullEmissions;
    private final int length;
    private final double[][] links;
    private final double[] jumps = JumpDistribution.newCounts();
    private double total;

    Enumeration(DirectionalModel model, double[][] emissions, double[] nullEmissions) {
      this.model = model;
      this.emissions = emissions;
      this.nullEmissions = nullEmissions;
      this.length = emissions[0].length;
      this.links = new double[emissions.length][length];
      enumerate(new int[emissions.length], 0, -1, 1);
    }

    private double jump(int from, int to) {
      return model.jumps().forLength(length)[(from + 1) * length + to];
    }

    /** Positions start at 0; -1 is the null word. */
    private void enumerate(int[] path, int j, int position, double probability) {
      if (j == path.length) {
        total += probability;
        int previous = -1;
        for (int k = 0; k < path.length; k++) {
          if (path[k] >= 0) {
            links[k][path[k]] += probability;
            jumps[JumpDistribution.bucket(path[k] - previous)] += probability;
            previous = path[k];
          }
        }
        return;
      }
      path[j] = -1;
      enumerate(path, j + 1, position, probability * NULL * nullEmissions[j]);
      for (int i = 0; i < length; i++) {
        path[j] = i;
        enumerate(path, j + 1, i, probability * (1 - NULL) * jump(position, i) * emissions[j][i]);
      }
    }
  }

  @RepeatedTest(20)
  void matchesSumsOverAllAlignments() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int sourceLength = 1 + random.nextInt(5);
    int targetLength = 1 + random.nextInt(5);
    SentenceList source = sentence(sourceLength);
    SentenceList target = sentence(targetLength);
    int[] sizes = new int[sourceLength + 1];
    Arrays.fill(sizes, targetLength);
    TranslationProbabilities rows = new TranslationProbabilities(sizes);
    double[][] emissions = new double[targetLength][sourceLength];
    double[] nullEmissions = new double[targetLength];
    for (int j = 0; j < targetLength; j++) {
      nullEmissions[j] = random.nextFloat();
      rows.put(0, j + 1, (float) nullEmissions[j]);
      for (int i = 0; i < sourceLength; i++) {
        emissions[j][i] = random.nextFloat();
        rows.put(i + 1, j + 1, (float) emissions[j][i]);
      }
    }
    DirectionalModel model = new DirectionalModel(rows, sourceLength, NULL);
    Enumeration enumeration = new Enumeration(model, emissions, nullEmissions);

    HmmPosteriors posteriors = new HmmPosteriors();
    double[] jumps = JumpDistribution.newCounts();
    double logLikelihood = posteriors.compute(model, new DirectedPairs(source, target), 0, jumps);

    assertThat(logLikelihood)
        .as("seed %d", seed)
        .isCloseTo(Math.log(enumeration.total), within(1e-5));
    for (int j = 0; j < targetLength; j++) {
      double expectedNull = 1;
      for (int i = 0; i < sourceLength; i++) {
        double expected = enumeration.links[j][i] / enumeration.total;
        expectedNull -= expected;
        assertThat((double) posteriors.links()[j * sourceLength + i])
            .as("seed %d, target %d translates source %d", seed, j, i)
            .isCloseTo(expected, within(1e-5));
      }
      assertThat((double) posteriors.nullPosteriors()[j])
          .as("seed %d", seed)
          .isCloseTo(expectedNull, within(1e-5));
    }
    for (int n = 0; n < jumps.length; n++) {
      assertThat(jumps[n])
          .as("seed %d", seed)
          .isCloseTo(enumeration.jumps[n] / enumeration.total, within(1e-5));
    }
  }

  @Test
  void doesNotUnderflowForLongSentencesOfUnlikelyWords() {
    SentenceList source = sentence(150);
    SentenceList target = sentence(180);
    DirectionalModel model =
        new DirectionalModel(new TranslationProbabilities(new int[151]), 150, NULL);
    HmmPosteriors posteriors = new HmmPosteriors();
    double logLikelihood =
        posteriors.compute(
            model, new DirectedPairs(source, target), 0, JumpDistribution.newCounts());
    assertThat(logLikelihood).isCloseTo(180 * Math.log(1e-9), within(0.1));
    double sum = posteriors.nullPosteriors()[90];
    for (int i = 0; i < 150; i++) {
      sum += posteriors.links()[90 * 150 + i];
    }
    assertThat(sum).isCloseTo(1, within(1e-4));
  }

  private static SentenceList sentence(int length) {
    SentenceList sentences = new SentenceList();
    int[] words = new int[length];
    for (int i = 0; i < length; i++) {
      words[i] = i + 1;
    }
    sentences.add(words);
    return sentences;
  }
}
