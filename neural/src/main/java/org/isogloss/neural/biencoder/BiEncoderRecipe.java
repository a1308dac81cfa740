// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.adversary.AdversaryOptions;
import org.isogloss.neural.finetuning.OptimizerOptions;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.neural.ranker.RankerDataOptions;
import org.isogloss.neural.ranker.RankerRecipe;
import org.isogloss.neural.ranker.RankerTraining;
import org.isogloss.neural.ranker.RankerValidationOptions;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

/**
 * Describes how to train a transformer that encodes a text as one vector, such that translations
 * have similar vectors.
 *
 * @param name name of the model
 * @param licence licence of the trained model, as an SPDX identifier
 * @param licences licences of the sources, as SPDX expressions, by {@code base}, {@code bitext},
 *     {@code documentation}, {@code judged}, {@code teacher}, {@code ranking-teacher} and {@code
 *     adversary}
 * @param seed seed of all random decisions
 * @param model the model to train
 * @param data the training data
 * @param batches how batches are sampled
 * @param objectives the losses
 * @param optimizer the optimizer and its schedule
 * @param training number of steps, and the intervals of reports, validations and checkpoints
 * @param validation decides which state of the model is kept
 * @param compute device and precision
 */
public record BiEncoderRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    PretrainedModelOptions model,
    RankerDataOptions data,
    RankerBatchOptions batches,
    BiEncoderObjectiveOptions objectives,
    OptimizerOptions optimizer,
    TrainingOptions training,
    RankerValidationOptions validation,
    ComputeOptions compute)
    implements RankerRecipe {
  public BiEncoderRecipe {
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RankerRecipe.requireNames(requireNonNull(name, "name is null"), licences);
    objectives.requireData(data);
    if (objectives.adversary().isPresent() && training.accumulate() > 1) {
      throw new IllegalArgumentException(
          "training.accumulate is "
              + training.accumulate()
              + ", expected 1: with an adversary, each step is that of one task");
    }
  }

  @Override
  public Optional<Path> teacher() {
    return objectives.distillation().map(BiEncoderObjectiveOptions.TeacherDistillation::teacher);
  }

  @Override
  public Optional<Path> rankingTeacher() {
    return objectives
        .ranking()
        .flatMap(BiEncoderObjectiveOptions.Ranking::distillation)
        .map(BiEncoderObjectiveOptions.RankingDistillation::teacher);
  }

  @Override
  public Optional<Path> adversaryTexts() {
    return objectives.adversary().flatMap(AdversaryOptions::texts);
  }

  @Override
  public void trainLocked(
      Path workFolder, Path modelFolder, String recipeText, TrainingListener listener) {
    new RankerTraining(this, workFolder, listener)
        .run(
            modelFolder,
            recipeText,
            (base, corpus) -> new BiEncoderTask(this, base, corpus, workFolder));
  }
}
