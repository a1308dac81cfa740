package org.isogloss.neural.hictl;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import org.isogloss.neural.TrainingListener;
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
 * How to train a transformer with hierarchical contrastive learning (Wei et al. 2021): whole
 * sentences are told apart from other sentences, and the words of a pair from other words.
 *
 * @param name of the model
 * @param licence of the trained model, as an SPDX identifier
 * @param licences of what it is made from, as SPDX expressions, by {@code base}, {@code bitext} and
 *     {@code documentation}
 * @param seed decides everything that is left to chance
 * @param model what is trained; a text's vector is the first piece's where nothing else is said
 * @param data parallel text
 * @param batches how pairs are drawn
 * @param objectives what is asked of it
 * @param optimizer how it is moved
 * @param training how long
 * @param validation what decides which state is kept
 * @param compute with what
 */
public record HictlRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    RankerModelOptions model,
    RankerDataOptions data,
    HictlBatchOptions batches,
    HictlObjectiveOptions objectives,
    RankerOptimizerOptions optimizer,
    TrainingOptions training,
    RankerValidationOptions validation,
    ComputeOptions compute)
    implements RankerRecipe {
  public HictlRecipe {
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RankerRecipe.requireNames(requireNonNull(name, "name is null"), licences);
    model = model.withDefaultPooling(RankerModelOptions.PoolingChoice.CLS);
    if (!data.hasPairs()) {
      throw new IllegalArgumentException("hictl needs data.bitext or data.documentation");
    }
    if (data.judged().isPresent()) {
      throw new IllegalArgumentException("hictl has no use for data.judged");
    }
  }

  @Override
  public void train(Path work, Path folder, String asRun, TrainingListener listener) {
    new RankerTraining(this, work, listener)
        .run(folder, asRun, (base, corpus) -> new HictlTask(this, base, corpus));
  }
}
