// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.batch.ShuffledBatches;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.train.Checkpoints;
import org.isogloss.neural.train.Trainer;
import org.isogloss.neural.train.TrainingOptions;

/**
 * Trains a {@link QueryAttentionModel}. A training that was stopped resumes from its last
 * checkpoint; if the training has already finished, the model is read from the checkpoint.
 *
 * @param kind how the model compares query and context
 * @param batch number of examples of a step
 * @param steps number of steps
 * @param learningRate initial learning rate of Adam; it decays linearly to 0
 * @param seed seed of all random numbers
 * @param device {@code cpu}, {@code cuda} or {@code cuda:N}
 */
public record QueryAttentionTraining(
    AttentionScoring kind, int batch, long steps, double learningRate, long seed, String device) {
  public QueryAttentionTraining {
    requireNonNull(kind, "kind is null");
    if (batch < 1 || steps < 1) {
      throw new IllegalArgumentException(
          "batch is " + batch + ", steps is " + steps + ", expected 1 or more");
    }
  }

  /**
   * Trains a model.
   *
   * @param wordVectors word vectors, {@code [words][dimension]}; they are not trained
   * @param checkpointFolder folder of the checkpoints
   * @throws TrainingException if there are no examples, if the device is not available, or if the
   *     listener stops the training
   */
  public QueryAttentionModel train(
      float[][] wordVectors,
      List<AttentionExample> examples,
      Path checkpointFolder,
      TrainingListener listener) {
    if (examples.isEmpty()) {
      throw new TrainingException("there are no examples to train on");
    }
    Torch.requireDevice(device);
    QueryAttentionModel initialModel =
        QueryAttentionModel.initialise(kind, wordVectors[0].length, seed);
    try (QueryAttentionObjective model =
            new QueryAttentionObjective(initialModel, wordVectors, device);
        AdamW adam =
            new AdamW(List.of(new AdamW.Group(model.parameters(), AdamOptions.of(learningRate))))) {
      var task =
          new TrainingTasks.Task<List<AttentionExample>>(
              "occurs", new ShuffledBatches<>(examples, batch, seed), model);
      Trainer.of(task, List.of(adam), new Checkpoints(checkpointFolder))
          .options(options(), new LearningRateSchedule(LearningRateSchedule.Kind.LINEAR, 0, 0))
          .listener(listener)
          .build()
          .run();
      return model.toModel();
    }
  }

  private TrainingOptions options() {
    return new TrainingOptions(steps, 1, 0, 0, 0, 60, Math.max(1, steps / 50), 0, 0, false);
  }
}
