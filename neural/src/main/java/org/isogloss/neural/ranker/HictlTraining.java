package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.AtomicFolder;
import org.isogloss.model.DataType;
import org.isogloss.model.ModelManifest;
import org.isogloss.model.Provenance;
import org.isogloss.model.Source;
import org.isogloss.neural.MateValidation;
import org.isogloss.neural.Torch;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.transformer.PoolingHead;
import org.isogloss.neural.transformer.TrainedTransformer;

/** Trains with HICTL as a recipe says. */
final class HictlTraining {
  private final HictlRecipe recipe;
  private final Path work;
  private final TrainingListener listener;

  /**
   * A training.
   *
   * @param work folder for checkpoints; a run that was interrupted goes on from there
   */
  HictlTraining(HictlRecipe recipe, Path work, TrainingListener listener) {
    this.recipe = requireNonNull(recipe, "recipe is null");
    this.work = requireNonNull(work, "work is null");
    this.listener = requireNonNull(listener, "listener is null");
  }

  /** Trains, and writes the best model that validation saw, without projection and other heads. */
  void run(Path folder, String asRun) {
    AtomicFolder.requireFree(folder);
    Torch.prepare(recipe.compute(), recipe.seed());
    List<Source> sources = RankerSources.of(recipe.model(), recipe.data(), recipe.licences());
    try (RankerBase base = RankerBase.open(recipe.model(), recipe.compute());
        TextCorpus corpus = RankerCorpus.open(recipe.data(), sources, work, listener);
        HictlTask task = new HictlTask(recipe, base, corpus)) {
      double score = train(base, corpus, task);
      PoolingHead head = new PoolingHead(base.settings().pooling());
      Provenance provenance = RankerProvenance.of(asRun, recipe.seed(), sources, score, "accuracy");
      new TrainedTransformer(base.transformer(), head, DataType.F32)
          .write(
              folder,
              base.folder(),
              new ModelManifest(recipe.name(), recipe.licence(), base.settings(), provenance));
    }
  }

  private double train(RankerBase base, TextCorpus corpus, HictlTask task) {
    BiEncoder encoder =
        new BiEncoder(
            base.transformer(),
            new PoolingHead(base.settings().pooling()),
            recipe.compute().bf16(),
            recipe.batches().chunk());
    MateValidation validation =
        new BiEncoderValidation(recipe.validation(), base, encoder).of(corpus);
    return new RankerRun(
            base.transformer(),
            recipe.optimizer(),
            recipe.training(),
            recipe.compute(),
            work,
            listener)
        .train(
            task.task(),
            task.parameters(),
            validation.isEmpty() ? Optional.empty() : Optional.of(validation));
  }
}
