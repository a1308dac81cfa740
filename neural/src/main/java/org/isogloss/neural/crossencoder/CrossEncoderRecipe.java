package org.isogloss.neural.crossencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.Compute;
import org.isogloss.neural.Default;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.TrainingPlan;
import org.isogloss.neural.ranker.RankerBatches;
import org.isogloss.neural.ranker.RankerData;
import org.isogloss.neural.ranker.RankerModel;
import org.isogloss.neural.ranker.RankerOptimizer;
import org.isogloss.neural.ranker.RankerRecipe;
import org.isogloss.neural.ranker.RankerTraining;

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
    RankerModel model,
    @Default("new") HeadStart head,
    RankerData data,
    RankerBatches batches,
    CrossEncoderObjectives objectives,
    RankerOptimizer optimizer,
    TrainingPlan training,
    CandidatePlan validation,
    Compute compute)
    implements RankerRecipe {
  /** What a head begins as. */
  public enum HeadStart {
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
    if (batches.roles() != RankerBatches.Roles.QUERY
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
    return objectives.distillation().map(CrossEncoderObjectives.Distilled::teacher);
  }

  @Override
  public void train(Path work, Path folder, String asRun, TrainingListener listener) {
    new RankerTraining(this, work, listener)
        .run(folder, asRun, (base, corpus) -> new CrossEncoderTasks(this, base, corpus, work));
  }
}
