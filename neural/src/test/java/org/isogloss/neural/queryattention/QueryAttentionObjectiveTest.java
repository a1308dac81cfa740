// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.objective.ObjectiveContractTest;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@RequiresTorch
class QueryAttentionObjectiveTest {
  private static final int D = 6;
  private static final int WORDS = 40;

  @TempDir Path folder;

  private static float[][] table(Random random) {
    float[][] table = new float[WORDS][D];
    for (float[] row : table) {
      double square = 0;
      for (int i = 0; i < D; i++) {
        row[i] = (float) random.nextGaussian();
        square += row[i] * row[i];
      }
      for (int i = 0; i < D; i++) {
        row[i] /= (float) Math.sqrt(square);
      }
    }
    return table;
  }

  private static List<AttentionExample> examples(Random random, int size) {
    List<AttentionExample> examples = new ArrayList<>();
    for (int n = 0; n < size; n++) {
      int[] sentence = random.ints(1 + random.nextInt(5), 0, WORDS).toArray();
      boolean occurs = random.nextBoolean();
      int[] query = random.ints(1 + random.nextInt(3), 0, WORDS).toArray();
      if (occurs) {
        query = new int[] {sentence[random.nextInt(sentence.length)]};
      }
      examples.add(new AttentionExample(query, sentence, occurs));
    }
    return examples;
  }

  private static double logOdds(
      QueryAttentionModel model, float[][] table, AttentionExample example) {
    float[] query = new float[D];
    for (int row : example.query()) {
      for (int i = 0; i < D; i++) {
        query[i] += table[row][i] / example.query().length;
      }
    }
    float[][] words = new float[example.sentence().length][];
    for (int j = 0; j < words.length; j++) {
      words[j] = table[example.sentence()[j]];
    }
    return model.prepare(query).logOdds(words);
  }

  /** Returns the mean binary cross-entropy, computed by its definition. */
  private static double loss(
      QueryAttentionModel model, float[][] table, List<AttentionExample> examples) {
    double sum = 0;
    for (AttentionExample example : examples) {
      double p = 1 / (1 + Math.exp(-logOdds(model, table, example)));
      sum -= Math.log(example.occurs() ? p : 1 - p);
    }
    return sum / examples.size();
  }

  @Nested
  class KeepsTheContract extends ObjectiveContractTest<List<AttentionExample>> {
    private final List<AttentionExample> batch = examples(new Random(5), 20);
    private final QueryAttentionObjective objective =
        new QueryAttentionObjective(
            QueryAttentionModel.initialise(AttentionScoring.QRANN, D, 5),
            table(new Random(6)),
            "cpu");

    @AfterEach
    void close() {
      objective.close();
    }

    @Override
    protected Objective<List<AttentionExample>> objective() {
      return objective;
    }

    @Override
    protected List<AttentionExample> batch() {
      return batch;
    }

    @Override
    protected List<Tensor> parameters() {
      return List.copyOf(objective.parameters().values());
    }
  }

  @ParameterizedTest
  @EnumSource(AttentionScoring.class)
  @SuppressWarnings("try")
  void agreesWithPlainJavaAndWithFiniteDifferences(AttentionScoring kind) {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    float[][] table = table(random);
    List<AttentionExample> examples = examples(random, 20);
    QueryAttentionModel model = QueryAttentionModel.initialise(kind, D, seed);
    // Away from the initial values, whose matrices are diagonal.
    kind.parameterShapes(D)
        .keySet()
        .forEach(
            name -> {
              float[] values = model.values(name);
              for (int i = 0; i < values.length; i++) {
                values[i] += (float) (random.nextGaussian() * 0.2);
              }
            });
    try (PointerScope scope = new PointerScope();
        QueryAttentionObjective objective = new QueryAttentionObjective(model, table, "cpu")) {
      float[] logits = Tensors.toArray(objective.logits(examples).detach());
      for (int i = 0; i < logits.length; i++) {
        assertThat((double) logits[i])
            .as("seed %d", seed)
            .isCloseTo(logOdds(model, table, examples.get(i)), within(1e-4));
      }
      objective.loss(examples).backward();
      objective
          .parameters()
          .forEach(
              (name, tensor) -> {
                float[] gradient = Tensors.toArray(tensor.grad());
                float[] values = model.values(name);
                for (int n = 0; n < 5; n++) {
                  int i = random.nextInt(values.length);
                  float before = values[i];
                  double here = loss(model, table, examples);
                  values[i] = before + 1e-4f;
                  double up = (loss(model, table, examples) - here) / ((double) values[i] - before);
                  values[i] = before - 1e-4f;
                  double down =
                      (loss(model, table, examples) - here) / ((double) values[i] - before);
                  values[i] = before;
                  // If a ReLU changes its branch in between, the two sides have different slopes.
                  assertThat((double) gradient[i])
                      .as("seed %d, %s at %d", seed, name, i)
                      .isBetween(Math.min(up, down) - 5e-4, Math.max(up, down) + 5e-4);
                }
              });
    }
  }

  @ParameterizedTest
  @EnumSource(AttentionScoring.class)
  void learnsAndResumesAfterAStop(AttentionScoring kind) {
    Random random = new Random(7);
    float[][] table = table(random);
    List<AttentionExample> examples = examples(random, 200);
    QueryAttentionTraining training = new QueryAttentionTraining(kind, 16, 150, 0.01, 3, "cpu");
    QueryAttentionModel uninterrupted =
        training.train(table, examples, folder.resolve("uninterrupted"), TrainingListener.NONE);
    double before = loss(QueryAttentionModel.initialise(kind, D, 3), table, examples);
    assertThat(loss(uninterrupted, table, examples)).isLessThan(0.8 * before);
    Path stoppedFolder = folder.resolve("stopped");
    TrainingListener stopping =
        new TrainingListener() {
          private int steps;

          @Override
          public boolean shouldStop() {
            return ++steps == 70;
          }
        };
    assertThatThrownBy(() -> training.train(table, examples, stoppedFolder, stopping))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("stopped at step 70 of 150");
    QueryAttentionModel resumed =
        training.train(table, examples, stoppedFolder, TrainingListener.NONE);
    assertThat(resumed.values(QueryAttentionModel.CONTEXT))
        .isEqualTo(uninterrupted.values(QueryAttentionModel.CONTEXT));
    QueryAttentionModel reread =
        training.train(table, examples, stoppedFolder, TrainingListener.NONE);
    assertThat(reread.values(QueryAttentionModel.CONTEXT))
        .isEqualTo(uninterrupted.values(QueryAttentionModel.CONTEXT));
  }

  @Test
  void rejectsEmptyQueriesAndMissingExamples() {
    assertThatThrownBy(() -> new AttentionExample(new int[0], new int[1], true))
        .hasMessageContaining("the query has 0 words");
    assertThatThrownBy(
            () ->
                new QueryAttentionTraining(AttentionScoring.QRANN, 1, 1, 0.1, 1, "cpu")
                    .train(new float[1][2], List.of(), folder, TrainingListener.NONE))
        .hasMessageContaining("no examples");
    assertThatThrownBy(
            () ->
                new QueryAttentionTraining(AttentionScoring.QRANN, 1, 1, 0.1, 1, "cuda:98")
                    .train(
                        table(new Random(1)),
                        examples(new Random(1), 1),
                        folder,
                        TrainingListener.NONE))
        .isInstanceOf(TrainingException.class)
        .hasMessageStartingWith("compute.device is cuda:98, but ");
  }
}
