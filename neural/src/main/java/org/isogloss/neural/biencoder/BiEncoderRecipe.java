package org.isogloss.neural.biencoder;

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
import org.isogloss.neural.ranker.RankerValidationOptions;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

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
    RankerModelOptions model,
    RankerDataOptions data,
    RankerBatchOptions batches,
    BiEncoderObjectiveOptions objectives,
    RankerOptimizerOptions optimizer,
    TrainingOptions training,
    RankerValidationOptions validation,
    ComputeOptions compute)
    implements RankerRecipe {
  public BiEncoderRecipe {
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RankerRecipe.requireNames(requireNonNull(name, "name is null"), licences);
    objectives.requireData(data);
  }

  @Override
  public Optional<Path> teacher() {
    return objectives.distillation().map(BiEncoderObjectiveOptions.TeacherDistillation::teacher);
  }

  @Override
  public void train(Path work, Path folder, String asRun, TrainingListener listener) {
    new RankerTraining(this, work, listener)
        .run(folder, asRun, (base, corpus) -> new BiEncoderTask(this, base, corpus, work));
  }
}
