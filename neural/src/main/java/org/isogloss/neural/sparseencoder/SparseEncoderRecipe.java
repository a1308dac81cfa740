// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.TrainingListener;
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
 * Describes how to train a transformer with a masked language model that encodes a text as weights
 * of the tokens of its vocabulary.
 *
 * @param name name of the model
 * @param licence licence of the trained model, as an SPDX identifier
 * @param licences licences of the sources, as SPDX expressions, by {@code base}, {@code bitext},
 *     {@code documentation}, {@code judged} and {@code teacher}
 * @param seed seed of all random decisions
 * @param model the model to train; without a head of a masked language model, it gets one that is
 *     tied to its word embedding
 * @param queries what computes the weights of queries
 * @param activation from logits to weights
 * @param data the training data
 * @param batches how batches are sampled
 * @param objectives the losses
 * @param optimizer the optimizer and its schedule
 * @param training number of steps, and the intervals of reports, validations and checkpoints
 * @param validation decides which state of the model is kept
 * @param compute device and precision
 */
public record SparseEncoderRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    PretrainedModelOptions model,
    @Default("model") QueryEncoding queries,
    @Default("log") TermActivation activation,
    RankerDataOptions data,
    RankerBatchOptions batches,
    SparseEncoderObjectiveOptions objectives,
    OptimizerOptions optimizer,
    TrainingOptions training,
    RankerValidationOptions validation,
    ComputeOptions compute)
    implements RankerRecipe {
  /** What computes the weights of the terms of queries. */
  public enum QueryEncoding {
    /** The same model as for passages. */
    MODEL,
    /**
     * A learned weight for each token of the vocabulary: queries need no inference (Geng et al.
     * 2024).
     */
    TOKENS
  }

  public SparseEncoderRecipe {
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RankerRecipe.requireNames(requireNonNull(name, "name is null"), licences);
    data.requireNoMonolingualText("sparse-encoder");
    objectives.requireData(data);
    if (model.pooling().isPresent()) {
      throw new IllegalArgumentException(
          "model.pooling is for bi-encoders: a sparse encoder has the maximum of all tokens;"
              + " remove it");
    }
    if (batches.roles() != RankerBatchOptions.RoleChoice.QUERY
        || batches.joined() > 1
        || batches.inside() > 0
        || batches.typing().isPresent()) {
      throw new IllegalArgumentException(
          "batches.roles, joined, inside and typing are for bi-encoders; remove them");
    }
  }

  @Override
  public Optional<Path> teacher() {
    return objectives.distillation().map(MarginDistillation::teacher);
  }

  @Override
  public void trainLocked(
      Path workFolder, Path modelFolder, String recipeText, TrainingListener listener) {
    new RankerTraining(this, workFolder, listener)
        .run(
            modelFolder,
            recipeText,
            (base, corpus) -> new SparseEncoderTask(this, base, corpus, workFolder));
  }
}
