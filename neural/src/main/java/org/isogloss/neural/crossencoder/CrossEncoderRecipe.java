package org.isogloss.neural.crossencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.neural.ranker.RankerDataOptions;
import org.isogloss.neural.ranker.RankerModelOptions;
import org.isogloss.neural.ranker.RankerOptimizerOptions;
import org.isogloss.neural.ranker.RankerRecipe;
import org.isogloss.neural.ranker.RankerTraining;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

/**
 * How to train a transformer that reads a query and a passage together and gives one score.
 *
 * @param name of the model
 * @param licence of the trained model, as an SPDX identifier
 * @param licences of what it is made from, as SPDX expressions, by {@code base}, {@code bitext},
 *     {@code documentation}, {@code judged} and {@code teacher}
 * @param seed decides everything that is left to chance
 * @param model what is trained; its pooling and prefixes are not for cross-encoders
 * @param head whether what makes a score of a pair's vector begins anew, or as the base has it
 * @param data on what
 * @param batches how the data is drawn; {@code pairs} counts queries
 * @param objectives what is asked of it
 * @param optimizer how it is moved
 * @param training how long
 * @param validation what decides which state is kept
 * @param compute with what
 */
public record CrossEncoderRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    RankerModelOptions model,
    @Default("new") HeadInitialisation head,
    RankerDataOptions data,
    RankerBatchOptions batches,
    CrossEncoderObjectiveOptions objectives,
    RankerOptimizerOptions optimizer,
    TrainingOptions training,
    CandidateValidationOptions validation,
    ComputeOptions compute)
    implements RankerRecipe {
  /** What a head begins as. */
  public enum HeadInitialisation {
    /** New weights, drawn by the seed. */
    NEW,
    /** That of the base, which has to be a cross-encoder. */
    KEPT
  }

  public CrossEncoderRecipe {
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RankerRecipe.requireNames(requireNonNull(name, "name is null"), licences);
    objectives.requireData(data);
    if (model.pooling().isPresent()
        || model.queryPrefix().isPresent()
        || model.passagePrefix().isPresent()) {
      throw new IllegalArgumentException(
          "model.pooling and prefixes are for bi-encoders: a cross-encoder has none, remove them");
    }
    if (batches.roles() != RankerBatchOptions.RoleChoice.QUERY
        || batches.joined() > 1
        || batches.inside() > 0
        || batches.maxLength() > 0) {
      throw new IllegalArgumentException(
          "batches.roles, joined, inside and max-length are for pairs of a bi-encoder, remove"
              + " them");
    }
  }

  @Override
  public Optional<Path> teacher() {
    return objectives.distillation().map(CrossEncoderObjectiveOptions.TeacherDistillation::teacher);
  }

  @Override
  public void train(Path work, Path folder, String asRun, TrainingListener listener) {
    new RankerTraining(this, work, listener)
        .run(folder, asRun, (base, corpus) -> new CrossEncoderTask(this, base, corpus, work));
  }
}
