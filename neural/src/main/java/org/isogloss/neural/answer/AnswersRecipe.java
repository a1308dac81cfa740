// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.answer;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.finetuning.ExampleBatchOptions;
import org.isogloss.neural.finetuning.FineTuning;
import org.isogloss.neural.finetuning.FineTuningRecipe;
import org.isogloss.neural.finetuning.HeadInitialisation;
import org.isogloss.neural.finetuning.OptimizerOptions;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.finetuning.TaskFiles;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

/**
 * Describes how to train a reader that marks the answer to a question in a text.
 *
 * @param name name of the model
 * @param licence licence of the trained model, as an SPDX identifier
 * @param licences licences of the sources, as SPDX expressions, by {@code base}, {@code training}
 *     and {@code validation}
 * @param seed seed of all random decisions
 * @param model the model to train; a reader has no pooling and no prefixes
 * @param head initialisation of the head
 * @param data files in the format of SQuAD
 * @param windows how long texts are read
 * @param batches how batches are sampled; an example is a window
 * @param optimizer the optimizer and its schedule
 * @param training number of steps, and the intervals of reports, validations and checkpoints
 * @param compute device and precision
 */
public record AnswersRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    PretrainedModelOptions model,
    @Default("new") HeadInitialisation head,
    TaskFiles data,
    AnswerWindowOptions windows,
    ExampleBatchOptions batches,
    OptimizerOptions optimizer,
    TrainingOptions training,
    ComputeOptions compute)
    implements FineTuningRecipe {
  public AnswersRecipe {
    requireNonNull(name, "name is null");
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    TaskFiles.requireNames(name, licences);
    model.requireNoEncoderOptions("a reader");
  }

  @Override
  public void trainLocked(
      Path workFolder, Path modelFolder, String recipeText, TrainingListener listener) {
    new FineTuning(this, data.sources(this), workFolder, modelFolder, listener)
        .run(base -> AnswersTask.open(this, base), recipeText);
  }
}
