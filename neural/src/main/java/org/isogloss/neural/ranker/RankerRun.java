package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.neural.AdamW;
import org.isogloss.neural.Checkpoints;
import org.isogloss.neural.Compute;
import org.isogloss.neural.Objectives;
import org.isogloss.neural.RandomState;
import org.isogloss.neural.Trainer;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.TrainingPlan;
import org.isogloss.neural.Validation;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.Transformer;

/**
 * Runs the training of a transformer.
 *
 * @param work folder for checkpoints
 */
record RankerRun(
    Transformer transformer,
    RankerOptimizer optimizer,
    TrainingPlan plan,
    Compute compute,
    Path work,
    TrainingListener listener) {
  /**
   * Trains; afterwards the transformer's values are the best that validation saw.
   *
   * @return the best score; negative infinity without validation
   */
  <B> double train(
      Objectives.Task<B> task, List<Parameter> parameters, Optional<Validation> validation) {
    try (AdamW adam = optimizer.of(parameters, transformer.config().layers())) {
      Trainer.Builder<B> trainer =
          Trainer.of(task, List.of(adam), new Checkpoints(work.resolve("checkpoints")))
              .plan(plan, optimizer.schedule())
              .random(new RandomState(compute.device()))
              .listener(listener);
      validation.ifPresent(judge -> trainer.validation(new WithoutDropout(transformer, judge)));
      transformer.training(true);
      return trainer.build().run();
    } finally {
      transformer.training(false);
      task.batches().close();
    }
  }
}
