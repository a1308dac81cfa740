// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.corpus.TextCorpusFixtures;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.objective.ObjectiveContractTest;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.transformer.Parameter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of the objectives of a recipe, all of which take part in the sum of their losses.
 *
 * @param <R> the type of the recipe
 */
public abstract class TaskObjectiveContractTest<R extends FineTuningRecipe>
    extends ObjectiveContractTest<Object> {
  @TempDir protected Path folder;
  private PretrainedModel base;
  private TextCorpus corpus;
  private FineTuningTask opened;
  private Objective<Object> objective;
  private Object batch;

  /** Returns a recipe without dropout for the inputs of {@link RecipeFixtures#writeInputs}. */
  protected abstract R recipe() throws IOException;

  /** Opens the task of the recipe. */
  protected abstract FineTuningTask open(R recipe, PretrainedModel model, TextCorpus texts)
      throws IOException;

  // The objective only receives batches of its own task.
  @SuppressWarnings("unchecked")
  @BeforeEach
  final void openTask() throws IOException {
    RecipeFixtures.writeInputs(folder);
    R recipe = recipe();
    Torch.prepare(recipe.compute(), 5);
    base = PretrainedModel.open(recipe.model(), recipe.compute());
    Files.createDirectories(folder.resolve("work"));
    corpus = TextCorpusFixtures.corpus(folder.resolve("work/pairs"), PairData::write);
    opened = open(recipe, base, corpus);
    TrainingTasks.Task<?> task = opened.task();
    objective = (Objective<Object>) task.objective();
    batch = task.batches().next();
  }

  @AfterEach
  final void close() {
    opened.close();
    corpus.close();
    base.close();
  }

  @Override
  protected final Objective<Object> objective() {
    return objective;
  }

  @Override
  protected final Object batch() {
    return batch;
  }

  @Override
  protected final List<Tensor> parameters() {
    return opened.parameters().stream()
        .filter(Parameter::isTrained)
        .map(Parameter::values)
        .toList();
  }
}
