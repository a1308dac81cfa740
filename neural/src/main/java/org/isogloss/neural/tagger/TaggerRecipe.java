// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.tagger;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isogloss.modelio.transformer.LabelNames;
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
 * Describes how to train a tagger of words.
 *
 * @param name name of the model
 * @param licence licence of the trained model, as an SPDX identifier
 * @param licences licences of the sources, as SPDX expressions, by {@code base}, {@code training}
 *     and {@code validation}
 * @param seed seed of all random decisions
 * @param model the model to train; a tagger has no pooling and no prefixes
 * @param head initialisation of the head
 * @param data files of sentences with tags
 * @param types types of entities to learn, such as PER; other entities are left out, so that files
 *     with different types can be used together. Empty for all, and for parts of speech
 * @param labels names of the tags, in the order of the outputs; empty for those of the training
 *     data, in alphabetical order
 * @param batches how batches are sampled
 * @param optimizer the optimizer and its schedule
 * @param training number of steps, and the intervals of reports, validations and checkpoints
 * @param compute device and precision
 */
public record TaggerRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    PretrainedModelOptions model,
    @Default("new") HeadInitialisation head,
    TaskFiles data,
    List<String> types,
    List<String> labels,
    ExampleBatchOptions batches,
    OptimizerOptions optimizer,
    TrainingOptions training,
    ComputeOptions compute)
    implements FineTuningRecipe {
  public TaggerRecipe {
    requireNonNull(name, "name is null");
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    types = List.copyOf(types);
    labels = LabelNames.requireValid(labels);
    TaskFiles.requireNames(name, licences);
    model.requireNoEncoderOptions("a tagger");
  }

  @Override
  public void trainLocked(
      Path workFolder, Path modelFolder, String recipeText, TrainingListener listener) {
    new FineTuning(this, data.sources(this), workFolder, modelFolder, listener)
        .run(base -> TaggerTask.open(this, base), recipeText);
  }
}
