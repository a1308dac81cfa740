// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.samples.ReferenceBicla;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BiclaModelTest {
  private final long seed = new Random().nextLong();

  /** So many sentences that they fill several blocks. */
  private static final int CANDIDATES = 500;

  static List<BiclaArchitecture> architectures() {
    return ReferenceBicla.architectures();
  }

  @ParameterizedTest
  @MethodSource("architectures")
  void scoresAsTheEquations(BiclaArchitecture architecture) {
    BiclaFiles files = ReferenceBicla.randomModel(architecture, seed);
    BiclaModel model = new BiclaModel(files.architecture(), files.parameters());
    ReferenceBicla reference = new ReferenceBicla(files);
    SplittableRandom random = new SplittableRandom(seed);
    List<WordSequence> candidates = new ArrayList<>();
    for (int i = 0; i < CANDIDATES; i++) {
      candidates.add(ReferenceBicla.randomSentence(files.words().get(1), random));
    }
    BiclaModel.SecondSentences second =
        model.asSecond(candidates.stream().map(one -> model.encode(one, Side.SECOND)).toList());
    // Division by the length of a short embedding magnifies errors.
    double tolerance = architecture.aggregation() == Aggregation.UNIT ? 1e-3 : 1e-5;
    for (int q = 0; q < 3; q++) {
      WordSequence query = ReferenceBicla.randomSentence(files.words().get(0), random);
      float[] logits = model.asFirst(model.encode(query, Side.FIRST)).logits(second);
      assertThat(logits).hasSize(CANDIDATES);
      for (int i = 0; i < CANDIDATES; i++) {
        assertThat(Math.tanh(logits[i]))
            .as("seed %d, pair %d", seed, i)
            .isCloseTo(reference.score(query, candidates.get(i)), within(tolerance));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Aggregation.class)
  void showsTheAttentionOfAPair(Aggregation aggregation) {
    BiclaFiles files = ReferenceBicla.randomModel(Attention.BIDIRECTIONAL, aggregation, seed);
    BiclaModel model = new BiclaModel(files.architecture(), files.parameters());
    ReferenceBicla reference = new ReferenceBicla(files);
    SplittableRandom random = new SplittableRandom(seed);
    WordSequence first = ReferenceBicla.randomSentence(files.words().get(0), random);
    WordSequence second = ReferenceBicla.randomSentence(files.words().get(1), random);
    PairAttention attention =
        model.attention(model.encode(first, Side.FIRST), model.encode(second, Side.SECOND));
    double[][] alpha = reference.alpha(first, second);
    double[] gamma = reference.gamma(first, second);
    for (int i = 0; i < first.length(); i++) {
      for (int j = 0; j < second.length(); j++) {
        assertThat((double) attention.firstToSecond()[i][j])
            .as("seed %d", seed)
            .isCloseTo(alpha[i][j], within(1e-5));
      }
      assertThat((double) attention.first()[i])
          .as("seed %d", seed)
          .isCloseTo(gamma[i], within(1e-5));
    }
    assertThat(attention.secondToFirst()).hasDimensions(second.length(), first.length());
  }

  @Test
  void sentencesWithoutKnownWordsHaveTheLowestLogit() {
    for (Attention attention : Attention.values()) {
      BiclaFiles files = ReferenceBicla.randomModel(attention, 1);
      BiclaModel model = new BiclaModel(files.architecture(), files.parameters());
      EncodedSentence none =
          model.encode(new WordSequence(files.words().get(0), new int[0]), Side.FIRST);
      EncodedSentence some =
          model.encode(new WordSequence(files.words().get(0), new int[] {1, 2}), Side.FIRST);
      assertThat(model.asFirst(none).logits(model.asSecond(List.of(some, none))))
          .containsExactly(BiclaModel.UNKNOWN, BiclaModel.UNKNOWN);
      float[] logits = model.asFirst(some).logits(model.asSecond(List.of(none, some, none)));
      assertThat(logits).startsWith(BiclaModel.UNKNOWN).endsWith(BiclaModel.UNKNOWN);
      assertThat(logits[1]).isFinite();
      assertThat(model.asFirst(some).logits(model.asSecond(List.of()))).isEmpty();
      assertThatThrownBy(() -> model.attention(none, some)).isInstanceOf(RuntimeException.class);
    }
  }
}
