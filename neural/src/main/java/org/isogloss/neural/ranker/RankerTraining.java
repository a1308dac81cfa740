// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.head.TrainedTransformer;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.torch.RandomGeneratorState;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.train.Checkpoints;
import org.isogloss.neural.train.TaskOptimizer;
import org.isogloss.neural.train.Trainer;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.validation.EvaluationModeValidation;

/**
 * Trains a ranker: opens the model and the data of its recipe, trains the model, and writes the
 * model folder.
 *
 * @param work folder for checkpoints, from which an interrupted run resumes
 */
public record RankerTraining(RankerRecipe recipe, Path work, TrainingListener listener) {
  /** Creates the task of a recipe for a model and a corpus, which are closed after the task. */
  @FunctionalInterface
  public interface TaskFactory {
    RankerTask open(PretrainedModel base, TextCorpus corpus);
  }

  public RankerTraining {
    requireNonNull(recipe, "recipe is null");
    requireNonNull(work, "work is null");
    requireNonNull(listener, "listener is null");
  }

  /**
   * Trains a model and writes the state with the best validation score.
   *
   * @param modelFolder folder to write; it must be absent or empty
   * @param recipeText text of the recipe
   */
  public void run(Path modelFolder, String recipeText, TaskFactory tasks) {
    AtomicFolder.requireAbsentOrEmpty(modelFolder);
    Torch.prepare(recipe.compute(), recipe.seed());
    List<ProvenanceSource> sources = RankerSourceFiles.list(recipe);
    try (PretrainedModel base = PretrainedModel.open(recipe.model(), recipe.compute());
        TextCorpus corpus = RankerCorpusCache.open(recipe.data(), sources, work, listener);
        RankerTask task = tasks.open(base, corpus)) {
      double score = train(base.transformer(), task, task.task());
      Provenance provenance = provenance(recipeText, sources, task.validationMeasure(), score);
      new TrainedTransformer(base.transformer(), task.head(), DataType.F32)
          .write(
              modelFolder,
              base.folder(),
              new ModelManifest(
                  recipe.name(), recipe.licence(), task.encodingSettings(), provenance),
              task.filesToCopy());
    }
  }

  /** Returns the best score; negative infinity without validation. */
  private <B> double train(
      Transformer transformer, RankerTask task, TrainingTasks.Task<B> trainingTask) {
    RankerOptimizerOptions optimizer = recipe.optimizer();
    List<TaskOptimizer> taskOptimizers = task.taskOptimizers();
    try (AdamW adam = optimizer.createOptimizer(task.parameters(), transformer.config().layers())) {
      Trainer.Builder<B> trainer =
          Trainer.of(trainingTask, List.of(adam), new Checkpoints(work.resolve("checkpoints")))
              .options(recipe.training(), optimizer.schedule())
              .taskOptimizers(taskOptimizers)
              .random(new RandomGeneratorState(recipe.compute().device()))
              .listener(listener);
      task.validation()
          .ifPresent(
              validation ->
                  trainer.validation(new EvaluationModeValidation(transformer, validation)));
      transformer.setTraining(true);
      return trainer.build().run();
    } finally {
      transformer.setTraining(false);
      taskOptimizers.forEach(own -> own.optimizer().close());
      trainingTask.batches().close();
    }
  }

  private Provenance provenance(
      String recipeText, List<ProvenanceSource> sources, String measure, double score) {
    Provenance provenance = new Provenance(recipeText, recipe.seed(), sources);
    return Double.isFinite(score)
        ? provenance.withResults(List.of(new EvaluationResult("validation", measure, score)))
        : provenance;
  }
}
