// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.lateinteraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Language;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.LateInteractionTables.LanguageStatistics;
import org.isogloss.modelio.TokenProjection;
import org.isogloss.modelio.TokenQuantization;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On texts of which the first 16 of 20 dimensions state the topics, and the others, whose variance
 * is larger, say nothing.
 */
class TokenProjectionTrainingTest {
  private static final int HIDDEN = 20;
  private static final int TOPIC_DIMENSIONS = 16;
  private static final Language ENGLISH = Language.of("en");
  private static final Language GERMAN = Language.of("de");

  @TempDir Path scratch;

  private static LateInteractionTables tables() {
    float[] mean = new float[HIDDEN];
    return new LateInteractionTables(
        new float[1],
        Map.of("en", new LanguageStatistics(mean, 1), "de", new LanguageStatistics(mean, 0.8f)));
  }

  private static TokenStates text(Language language, int tokens, float[] topic, Random random) {
    short[] vectors = new short[tokens * HIDDEN];
    float[] weights = new float[tokens];
    float[] pooled = new float[HIDDEN];
    for (int token = 0; token < tokens; token++) {
      float[] vector = new float[HIDDEN];
      for (int i = 0; i < HIDDEN; i++) {
        vector[i] =
            i < TOPIC_DIMENSIONS
                ? topic[i] + 0.5f * (float) random.nextGaussian()
                : 2 * (float) random.nextGaussian();
      }
      UnitVectors.normalize(vector);
      for (int i = 0; i < HIDDEN; i++) {
        vectors[token * HIDDEN + i] = Float.floatToFloat16(vector[i]);
        pooled[i] += vector[i];
      }
      weights[token] = 1 + random.nextFloat();
    }
    return new TokenStates(language, weights, vectors, pooled);
  }

  private static RelevantPassages data(int documents) {
    Random random = new Random(3);
    List<TokenStates> queries = new ArrayList<>();
    List<TokenStates> passages = new ArrayList<>();
    List<List<int[]>> relevant = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      float[] topic = new float[TOPIC_DIMENSIONS];
      for (int j = 0; j < TOPIC_DIMENSIONS; j++) {
        topic[j] = (float) random.nextGaussian();
      }
      queries.add(text(i % 2 == 0 ? ENGLISH : GERMAN, 2 + i % 3, topic, random));
      passages.add(text(ENGLISH, 3 + i % 4, topic, random));
      passages.add(text(GERMAN, 3 + i % 5, topic, random));
      relevant.add(List.of(new int[] {2 * i}, new int[] {2 * i + 1}));
    }
    return new RelevantPassages(queries, passages, relevant);
  }

  private static double[] vector(TokenStates text, int token, float[] matrix, int dimension) {
    double[] vector = new double[dimension];
    for (int row = 0; row < dimension; row++) {
      for (int i = 0; i < HIDDEN; i++) {
        vector[row] +=
            matrix[row * HIDDEN + i]
                * (double) Float.float16ToFloat(text.vectors()[token * HIDDEN + i]);
      }
    }
    double length = Math.sqrt(Arrays.stream(vector).map(x -> x * x).sum());
    return Arrays.stream(vector).map(x -> x / length).toArray();
  }

  /** The definition, in double precision: quantised passages, exact queries. */
  private static double score(
      TokenStates query, TokenStates passage, float[] matrix, int dimension, int bits) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < query.size(); i++) {
      double[] wanted = vector(query, i, matrix, dimension);
      double largest = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < passage.size(); j++) {
        double[] unit = vector(passage, j, matrix, dimension);
        int levels = 1 << bits;
        double own = 0;
        double product = 0;
        for (int d = 0; d < dimension; d++) {
          double scaled = unit[d] * Math.sqrt(dimension) / TokenQuantization.step(bits);
          int level = Math.clamp((long) Math.floor(scaled) + levels / 2, 0, levels - 1);
          int value = 2 * level + 1 - levels;
          own += unit[d] * value;
          product += wanted[d] * value;
        }
        largest = Math.max(largest, product / own);
      }
      sum += query.weights()[i] * largest;
      total += query.weights()[i];
    }
    double score = sum / total;
    boolean same = query.language().equals(passage.language());
    return same ? score : 0.2 + (score - 0.2) / 0.8f;
  }

  @Test
  @SuppressWarnings("try") // The scope frees the tensors that are created inside it.
  void scoresAreThoseOfTheDefinition() {
    RelevantPassages data = data(20);
    int dimension = 6;
    Random random = new Random(8);
    float[] matrix = new float[dimension * HIDDEN];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = (float) random.nextGaussian();
    }
    for (int bits : new int[] {1, 2, 4}) {
      try (PointerScope scope = new PointerScope();
          TokenTable queries = new TokenTable(data.queries(), 64, HIDDEN);
          TokenTable passages = new TokenTable(data.passages(), 64, HIDDEN);
          TokenProjectionObjective objective =
              new TokenProjectionObjective(
                  queries,
                  passages,
                  tables(),
                  bits,
                  Tensor.create(matrix.clone(), dimension, HIDDEN))) {
        List<RankedCandidates> batch =
            List.of(
                new RankedCandidates(0, 1, new int[] {0, 5, 9}, new float[3]),
                new RankedCandidates(7, 2, new int[] {14, 15, 3}, new float[3]));
        float[] scores = Tensors.toArray(objective.scores(batch).detach());
        for (int i = 0; i < 6; i++) {
          RankedCandidates ranked = batch.get(i / 3);
          double expected =
              score(
                  data.queries().get(ranked.query()),
                  data.passages().get(ranked.candidates()[i % 3]),
                  matrix,
                  dimension,
                  bits);
          assertThat((double) scores[i]).isCloseTo(expected, within(1e-4));
        }
      }
    }
  }

  @Test
  void minesTheBestPassageOfEachRelevantDocument() {
    RelevantPassages data = data(30);
    try (TokenTable queries = new TokenTable(data.queries(), 64, HIDDEN);
        TokenTable passages = new TokenTable(data.passages(), 64, HIDDEN)) {
      CandidateMiner miner = new CandidateMiner(queries, passages, tables(), 12);
      RankedCandidates found =
          miner.find(4, List.of(new int[] {8, 20, 30}, new int[] {9}), new Random(1)).orElseThrow();
      float[] identity = new float[HIDDEN * HIDDEN];
      for (int i = 0; i < HIDDEN; i++) {
        identity[i * HIDDEN + i] = 1;
      }
      assertThat(found.positives()).isEqualTo(2);
      assertThat(found.candidates()).hasSize(12).doesNotHaveDuplicates();
      assertThat(Arrays.copyOfRange(found.candidates(), 2, 12)).doesNotContain(8, 9, 20, 30);
      assertThat(found.scores()[0])
          .isEqualTo(
              (float)
                  Arrays.stream(new int[] {8, 20, 30})
                      .mapToDouble(
                          i ->
                              score(
                                  data.queries().get(4),
                                  data.passages().get(i),
                                  identity,
                                  HIDDEN,
                                  4))
                      .max()
                      .orElseThrow(),
              within(0.02f));
      // The hard negatives are in descending order.
      float[] hard = Arrays.copyOfRange(found.scores(), 2, 8);
      for (int i = 1; i < hard.length; i++) {
        assertThat(hard[i]).isLessThanOrEqualTo(hard[i - 1]);
      }
      assertThat(miner.find(4, List.of(), new Random(1))).isEmpty();
      assertThat(miner.find(4, List.of(new int[0]), new Random(1))).isEqualTo(Optional.empty());
    }
  }

  @Test
  void ranksBetterThanPrincipalComponents() {
    List<Double> scores = new ArrayList<>();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void validated(long step, Validation.Outcome outcome, boolean best) {
            scores.add(outcome.score());
          }
        };
    TokenProjection projection =
        new TokenProjectionTraining(8, 2, 300, 1e-2, 5)
            .train(tables(), data(300), scratch.resolve("work"), listener);
    assertThat(projection.dimension()).isEqualTo(8);
    assertThat(projection.hidden()).isEqualTo(HIDDEN);
    assertThat(scores.getFirst()).isCloseTo(0.2205, within(0.02));
    assertThat(scores.getLast()).isGreaterThan(0.36);
  }

  @Test
  void rejectsWhatCannotBeTrained() {
    assertThatThrownBy(() -> new TokenProjectionTraining(0, 2, 10, 1e-3, 1))
        .hasMessageContaining("dimension is 0");
    assertThatThrownBy(() -> new TokenProjectionTraining(8, 3, 10, 1e-3, 1))
        .hasMessageContaining("bits is 3");
    TokenProjectionTraining training = new TokenProjectionTraining(8, 2, 10, 1e-3, 1);
    assertThatThrownBy(
            () -> training.train(tables(), data(10), scratch.resolve("a"), TrainingListener.NONE))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("of 10 queries, 0 have a relevant passage and 28 others");
    assertThatThrownBy(
            () ->
                new TokenProjectionTraining(25, 2, 10, 1e-3, 1)
                    .train(tables(), data(40), scratch.resolve("b"), TrainingListener.NONE))
        .hasMessageContaining("dimension is 25, expected at most that of the token vectors, 20");
  }
}
