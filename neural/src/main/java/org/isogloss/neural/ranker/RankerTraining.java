// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuning;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;

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
    FineTuningTask open(PretrainedModel base, TextCorpus corpus);
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
    List<ProvenanceSource> sources = RankerSourceFiles.list(recipe);
    FineTuning fineTuning = new FineTuning(recipe, sources, work, modelFolder, listener);
    try (PretrainedModel base = fineTuning.openBase();
        TextCorpus corpus = RankerCorpusCache.open(recipe.data(), sources, work, listener);
        FineTuningTask task = tasks.open(base, corpus)) {
      fineTuning.run(base, task, recipeText);
    }
  }
}
