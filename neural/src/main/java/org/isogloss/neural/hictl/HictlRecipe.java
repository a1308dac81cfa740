// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.finetuning.OptimizerOptions;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.ranker.RankerDataOptions;
import org.isogloss.neural.ranker.RankerRecipe;
import org.isogloss.neural.ranker.RankerTraining;
import org.isogloss.neural.ranker.RankerValidationOptions;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

/**
 * Describes how to train a transformer with hierarchical contrastive learning (Wei et al. 2021),
 * which contrasts sentences with other sentences, and the words of a pair with other words.
 *
 * @param name name of the model
 * @param licence licence of the trained model, as an SPDX identifier
 * @param licences licences of the sources, as SPDX expressions, by {@code base}, {@code bitext} and
 *     {@code documentation}
 * @param seed seed of all random decisions
 * @param model the model to train; the default pooling is the vector of the first token
 * @param data the parallel text
 * @param batches how pairs are sampled
 * @param objectives the losses
 * @param optimizer the optimizer and its schedule
 * @param training number of steps, and the intervals of reports, validations and checkpoints
 * @param validation decides which state of the model is kept
 * @param compute device and precision
 */
public record HictlRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    PretrainedModelOptions model,
    RankerDataOptions data,
    HictlBatchOptions batches,
    HictlObjectiveOptions objectives,
    OptimizerOptions optimizer,
    TrainingOptions training,
    RankerValidationOptions validation,
    ComputeOptions compute)
    implements RankerRecipe {
  public HictlRecipe {
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RankerRecipe.requireNames(requireNonNull(name, "name is null"), licences);
    model = model.withDefaultPooling(PretrainedModelOptions.PoolingChoice.CLS);
    if (!data.hasPairs()) {
      throw new IllegalArgumentException("hictl needs " + RankerDataOptions.PAIR_KEYS);
    }
    if (data.judged().isPresent()) {
      throw new IllegalArgumentException("hictl does not use data.judged; remove it");
    }
  }

  @Override
  public void trainLocked(
      Path workFolder, Path modelFolder, String recipeText, TrainingListener listener) {
    new RankerTraining(this, workFolder, listener)
        .run(modelFolder, recipeText, (base, corpus) -> new HictlTask(this, base, corpus));
  }
}
