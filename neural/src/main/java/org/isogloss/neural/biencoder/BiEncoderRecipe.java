package org.isogloss.neural.biencoder;

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
import org.isogloss.neural.ranker.RankerValidation;

/**
 * How to train a transformer that gives one vector for a text, so that texts that say the same in
 * two languages lie near each other.
 *
 * @param name of the model
 * @param licence of the trained model, as an SPDX identifier
 * @param licences of what it is made from, as SPDX expressions, by {@code base}, {@code bitext},
 *     {@code documentation}, {@code judged} and {@code teacher}
 * @param seed decides everything that is left to chance
 * @param model what is trained
 * @param data on what
 * @param batches how the data is drawn
 * @param objectives what is asked of it
 * @param optimizer how it is moved
 * @param training how long
 * @param validation what decides which state is kept
 * @param compute with what
 */
public record BiEncoderRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    RankerModel model,
    RankerData data,
    RankerBatches batches,
    BiEncoderObjectives objectives,
    RankerOptimizer optimizer,
    TrainingPlan training,
    RankerValidation validation,
    Compute compute)
    implements RankerRecipe {
  public BiEncoderRecipe {
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RankerRecipe.requireNames(requireNonNull(name, "name is null"), licences);
    objectives.requireData(data);
  }

  @Override
  public Optional<Path> teacher() {
    return objectives.distillation().map(BiEncoderObjectives.Distilled::teacher);
  }

  @Override
  public void train(Path work, Path folder, String asRun, TrainingListener listener) {
    new RankerTraining(this, work, listener)
        .run(folder, asRun, (base, corpus) -> new BiEncoderTasks(this, base, corpus, work));
  }
}
