// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.head.TrainedTransformer;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.torch.RandomGeneratorState;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.train.Checkpoints;
import org.isogloss.neural.train.TaskOptimizer;
import org.isogloss.neural.train.Trainer;
import org.isogloss.neural.train.TrainingOrigin;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.validation.EvaluationModeValidation;

/**
 * Fine-tunes the model of a recipe, and writes the state with the best validation score as a model
 * folder.
 *
 * @param recipe the recipe
 * @param sources the files that the training reads
 * @param work folder for checkpoints, from which an interrupted run resumes
 * @param modelFolder folder to write; it must be absent or empty
 * @param listener receives the progress
 */
public record FineTuning(
    FineTuningRecipe recipe,
    List<ProvenanceSource> sources,
    Path work,
    Path modelFolder,
    TrainingListener listener) {
  public FineTuning {
    requireNonNull(recipe, "recipe is null");
    sources = List.copyOf(sources);
    requireNonNull(work, "work is null");
    requireNonNull(listener, "listener is null");
    AtomicFolder.requireAbsentOrEmpty(modelFolder);
  }

  /** Opens the base model; the caller closes it. */
  public PretrainedModel openBase() {
    Torch.prepare(recipe.compute(), recipe.seed());
    return PretrainedModel.open(recipe.model(), recipe.compute());
  }

  /**
   * Opens the base model, trains it on a task, and writes the model folder.
   *
   * @param task creates the task for the model
   * @param recipeText text of the recipe
   */
  public void run(Function<PretrainedModel, FineTuningTask> task, String recipeText) {
    try (PretrainedModel base = openBase();
        FineTuningTask opened = task.apply(base)) {
      run(base, opened, recipeText);
    }
  }

  /**
   * Trains a model and writes the model folder.
   *
   * @param base the model of {@link #openBase}
   * @param recipeText text of the recipe
   */
  public void run(PretrainedModel base, FineTuningTask task, String recipeText) {
    double score = train(base.transformer(), task, task.task(), recipeText);
    task.problem().ifPresent(listener::messageReported);
    Provenance provenance = provenance(recipeText, task.validationMeasure(), score);
    new TrainedTransformer(base.transformer(), task.head(), DataType.F32)
        .write(
            modelFolder,
            base.folder(),
            new ModelManifest(recipe.name(), recipe.licence(), task.encodingSettings(), provenance),
            task.labels(),
            task.filesToCopy(),
            task.otherFiles());
  }

  /** Returns the best score; negative infinity without validation. */
  private <B> double train(
      Transformer transformer,
      FineTuningTask task,
      TrainingTasks.Task<B> trainingTask,
      String recipeText) {
    OptimizerOptions optimizer = recipe.optimizer();
    Checkpoints checkpoints =
        new Checkpoints(work.resolve("checkpoints"), TrainingOrigin.of(recipeText, sources));
    List<TaskOptimizer> taskOptimizers = task.taskOptimizers();
    try (AdamW adam =
        optimizer.createOptimizer(task.parameters(), transformer.architecture().layers().size())) {
      Trainer.Builder<B> trainer =
          Trainer.of(trainingTask, List.of(adam), checkpoints)
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

  private Provenance provenance(String recipeText, String measure, double score) {
    Provenance provenance = new Provenance(recipeText, recipe.seed(), sources);
    return Double.isFinite(score)
        ? provenance.withResults(List.of(new EvaluationResult("validation", measure, score)))
        : provenance;
  }
}
