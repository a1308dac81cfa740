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

  /** Goes through every alignment of a pair of sentences. */
  private static final class Enumerated {
    private final DirectionalModel model;
    private final double[][] emissions;
    private final double[] nullEmissions;
    private final int length;
    private final double[][] links;
    private final double[] jumps = JumpDistribution.newCounts();
    private double total;

    Enumerated(DirectionalModel model, double[][] emissions, double[] nullEmissions) {
      this.model = model;
      this.emissions = emissions;
      this.nullEmissions = nullEmissions;
      this.length = emissions[0].length;
      this.links = new double[emissions.length][length];
      go(new int[emissions.length], 0, -1, 1);
    }

    private double jump(int from, int to) {
      return model.jumps().forLength(length)[(from + 1) * length + to];
    }

    /** Positions count from 0; -1 is nothing. */
    private void go(int[] path, int j, int position, double probability) {
      if (j == path.length) {
        total += probability;
        int at = -1;
        for (int k = 0; k < path.length; k++) {
          if (path[k] >= 0) {
            links[k][path[k]] += probability;
            jumps[JumpDistribution.bucket(path[k] - at)] += probability;
            at = path[k];
          }
        }
        return;
      }
      path[j] = -1;
      go(path, j + 1, position, probability * NULL * nullEmissions[j]);
      for (int i = 0; i < length; i++) {
        path[j] = i;
        go(path, j + 1, i, probability * (1 - NULL) * jump(position, i) * emissions[j][i]);
      }
    }
  }

  @RepeatedTest(20)
  void sumsAreThoseOverAllAlignments() {
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
    DirectionalModel model = new DirectionalModel(source, target, rows, NULL);
    Enumerated all = new Enumerated(model, emissions, nullEmissions);

    HmmPosteriors posteriors = new HmmPosteriors();
    double[] jumps = JumpDistribution.newCounts();
    double logLikelihood = posteriors.compute(model, 0, jumps);

    assertThat(logLikelihood).as("seed %d", seed).isCloseTo(Math.log(all.total), within(1e-5));
    for (int j = 0; j < targetLength; j++) {
      double nothing = 1;
      for (int i = 0; i < sourceLength; i++) {
        double expected = all.links[j][i] / all.total;
        nothing -= expected;
        assertThat((double) posteriors.links()[j * sourceLength + i])
            .as("seed %d, target %d translates source %d", seed, j, i)
            .isCloseTo(expected, within(1e-5));
      }
      assertThat((double) posteriors.nullPosteriors()[j])
          .as("seed %d", seed)
          .isCloseTo(nothing, within(1e-5));
    }
    for (int n = 0; n < jumps.length; n++) {
      assertThat(jumps[n]).as("seed %d", seed).isCloseTo(all.jumps[n] / all.total, within(1e-5));
    }
  }

  @Test
  void longSentencesOfUnlikelyWordsDoNotVanish() {
    SentenceList source = sentence(150);
    SentenceList target = sentence(180);
    DirectionalModel model =
        new DirectionalModel(source, target, new TranslationProbabilities(new int[151]), NULL);
    HmmPosteriors posteriors = new HmmPosteriors();
    double logLikelihood = posteriors.compute(model, 0, JumpDistribution.newCounts());
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
