// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.finetuning.HeadInitialisation;
import org.isogloss.neural.finetuning.OptimizerOptions;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.neural.ranker.RankerDataOptions;
import org.isogloss.neural.ranker.RankerRecipe;
import org.isogloss.neural.ranker.RankerTraining;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

/**
 * Describes how to train a transformer that encodes a query and a passage together and computes one
 * score.
 *
 * @param name name of the model
 * @param licence licence of the trained model, as an SPDX identifier
 * @param licences licences of the sources, as SPDX expressions, by {@code base}, {@code bitext},
 *     {@code documentation}, {@code judged} and {@code teacher}
 * @param seed seed of all random decisions
 * @param model the model to train; a cross-encoder has no pooling and no prefixes
 * @param head initialisation of the head, which computes the score from the vector of a pair
 * @param pooler whether a new head has BERT's pooler, a layer with a hyperbolic tangent, before the
 *     layer that computes the score; if false, a kept head must have none
 * @param data the training data
 * @param batches how batches are sampled; {@code pairs} is the number of queries
 * @param objectives the losses
 * @param optimizer the optimizer and its schedule
 * @param training number of steps, and the intervals of reports, validations and checkpoints
 * @param validation decides which state of the model is kept
 * @param compute device and precision
 */
public record CrossEncoderRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    PretrainedModelOptions model,
    @Default("new") HeadInitialisation head,
    @Default("true") boolean pooler,
    RankerDataOptions data,
    RankerBatchOptions batches,
    CrossEncoderObjectiveOptions objectives,
    OptimizerOptions optimizer,
    TrainingOptions training,
    CandidateValidationOptions validation,
    ComputeOptions compute)
    implements RankerRecipe {
  public CrossEncoderRecipe {
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RankerRecipe.requireNames(requireNonNull(name, "name is null"), licences);
    data.requireNoMonolingualText("cross-encoder");
    objectives.requireData(data);
    model.requireNoEncoderOptions("a cross-encoder");
    if (batches.roles() != RankerBatchOptions.RoleChoice.QUERY
        || batches.joined() > 1
        || batches.inside() > 0
        || batches.typing().isPresent()
        || batches.maxLength() > 0) {
      throw new IllegalArgumentException(
          "batches.roles, joined, inside, typing and max-length are for bi-encoders; remove them");
    }
  }

  @Override
  public Optional<Path> teacher() {
    return objectives.distillation().map(CrossEncoderObjectiveOptions.TeacherDistillation::teacher);
  }

  @Override
  public void trainLocked(
      Path workFolder, Path modelFolder, String recipeText, TrainingListener listener) {
    new RankerTraining(this, workFolder, listener)
        .run(
            modelFolder,
            recipeText,
            (base, corpus) -> new CrossEncoderTask(this, base, corpus, workFolder));
  }
}
