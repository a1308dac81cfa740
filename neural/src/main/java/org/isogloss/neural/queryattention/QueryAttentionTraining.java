// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.train.Checkpoints;
import org.isogloss.neural.train.Trainer;
import org.isogloss.neural.train.TrainingOptions;

/**
 * Trains the attention of a query over the words of sentences. An interrupted training continues at
 * its last checkpoint; the result of a finished one is read from there.
 *
 * @param kind kind of the model
 * @param batch examples in a step
 * @param steps number of steps
 * @param learningRate initial learning rate of Adam, with linear decay to 0
 * @param seed seed of all random choices
 */
public record QueryAttentionTraining(
    AttentionScoring kind, int batch, long steps, double learningRate, long seed) {
  public QueryAttentionTraining {
    requireNonNull(kind, "kind is null");
    if (batch < 1 || steps < 1) {
      throw new IllegalArgumentException(
          "batch is " + batch + ", steps is " + steps + ", expected 1 or more");
    }
  }

  /**
   * Trains the model.
   *
   * @param wordVectors vectors of words, {@code [words][dimension]}, which are fixed
   * @param checkpointFolder folder of the checkpoints
   * @throws TrainingException if there is no example, or the listener stops training
   */
  public QueryAttentionModel train(
      float[][] wordVectors,
      List<AttentionExample> examples,
      Path checkpointFolder,
      TrainingListener listener) {
    if (examples.isEmpty()) {
      throw new TrainingException("there is no example to train on");
    }
    QueryAttentionModel start = QueryAttentionModel.initialise(kind, wordVectors[0].length, seed);
    try (QueryAttentionObjective model = new QueryAttentionObjective(start, wordVectors);
        AdamW adam =
            new AdamW(List.of(new AdamW.Group(model.parameters(), AdamOptions.of(learningRate))))) {
      TrainingTasks.Task<List<AttentionExample>> task =
          new TrainingTasks.Task<>("occurs", new AttentionBatches(examples, batch, seed), model);
      Trainer.of(task, List.of(adam), new Checkpoints(checkpointFolder))
          .options(plan(), new LearningRateSchedule(LearningRateSchedule.Kind.LINEAR, 0, 0))
          .listener(listener)
          .build()
          .run();
      return model.toModel();
    }
  }

  private TrainingOptions plan() {
    return new TrainingOptions(steps, 1, 0, 0, 0, 60, Math.max(1, steps / 50), false);
  }
}
