package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.neural.AdamW;
import org.isogloss.neural.Checkpoints;
import org.isogloss.neural.Objectives;
import org.isogloss.neural.RandomState;
import org.isogloss.neural.Torch;
import org.isogloss.neural.Trainer;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.transformer.TrainedTransformer;
import org.isogloss.neural.transformer.Transformer;

/**
 * Trains a ranker: opens what its recipe names, trains it on what the recipe asks, and writes it.
 *
 * @param work folder for checkpoints; a run that was interrupted goes on from there
 */
public record RankerTraining(RankerRecipe recipe, Path work, TrainingListener listener) {
  /** Makes a recipe's task for a model and a corpus, which outlive it. */
  @FunctionalInterface
  public interface Tasks {
    RankerTask open(RankerBase base, TextCorpus corpus);
  }

  public RankerTraining {
    requireNonNull(recipe, "recipe is null");
    requireNonNull(work, "work is null");
    requireNonNull(listener, "listener is null");
  }

  /**
   * Trains, and writes the best model that validation saw.
   *
   * @param folder where the model folder will be
   * @param asRun the recipe's text
   */
  public void run(Path folder, String asRun, Tasks tasks) {
    AtomicFolder.requireAbsentOrEmpty(folder);
    Torch.prepare(recipe.compute(), recipe.seed());
    List<ProvenanceSource> sources = RankerSources.of(recipe);
    try (RankerBase base = RankerBase.open(recipe.model(), recipe.compute());
        TextCorpus corpus = RankerCorpus.open(recipe.data(), sources, work, listener);
        RankerTask task = tasks.open(base, corpus)) {
      double score = train(base.transformer(), task, task.task());
      Provenance provenance = provenance(asRun, sources, task.measure(), score);
      new TrainedTransformer(base.transformer(), task.head(), DataType.F32)
          .write(
              folder,
              base.folder(),
              new ModelManifest(recipe.name(), recipe.licence(), task.settings(), provenance),
              task.kept());
    }
  }

  /** The best score; negative infinity without validation. */
  private <B> double train(Transformer transformer, RankerTask task, Objectives.Task<B> asked) {
    RankerOptimizer optimizer = recipe.optimizer();
    try (AdamW adam = optimizer.of(task.parameters(), transformer.config().layers())) {
      Trainer.Builder<B> trainer =
          Trainer.of(asked, List.of(adam), new Checkpoints(work.resolve("checkpoints")))
              .plan(recipe.training(), optimizer.schedule())
              .random(new RandomState(recipe.compute().device()))
              .listener(listener);
      task.validation()
          .ifPresent(judge -> trainer.validation(new WithoutDropout(transformer, judge)));
      transformer.training(true);
      return trainer.build().run();
    } finally {
      transformer.training(false);
      asked.batches().close();
    }
  }

  private Provenance provenance(
      String asRun, List<ProvenanceSource> sources, String measure, double score) {
    Provenance provenance = new Provenance(asRun, recipe.seed(), sources);
    return Double.isFinite(score)
        ? provenance.withResults(List.of(new EvaluationResult("validation", measure, score)))
        : provenance;
  }
}
