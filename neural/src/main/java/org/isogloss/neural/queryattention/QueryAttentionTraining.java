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
 * Trains a query's attention to the words of sentences. A training that was stopped goes on from
 * its last checkpoint; of one that has ended, what it learned is read from there.
 *
 * @param kind of model
 * @param batch examples of a step
 * @param steps how many
 * @param learningRate of Adam at the beginning; it goes down to 0 in a line
 * @param seed decides everything that is left to chance
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
   * Trains.
   *
   * @param wordVectors vectors of words, {@code [words][dimension]}, which stay as they are
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
