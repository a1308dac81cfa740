package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.AtomicFolder;
import org.isogloss.model.DataType;
import org.isogloss.model.EncodingSettings;
import org.isogloss.model.ModelManifest;
import org.isogloss.model.Pooling;
import org.isogloss.model.Source;
import org.isogloss.neural.Torch;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.transformer.TrainedTransformer;

/** Trains a cross-encoder as a recipe says. */
final class CrossEncoderTraining {
  private final CrossEncoderRecipe recipe;
  private final Path work;
  private final TrainingListener listener;

  /**
   * A training.
   *
   * @param work folder for checkpoints; a run that was interrupted goes on from there
   */
  CrossEncoderTraining(CrossEncoderRecipe recipe, Path work, TrainingListener listener) {
    this.recipe = requireNonNull(recipe, "recipe is null");
    this.work = requireNonNull(work, "work is null");
    this.listener = requireNonNull(listener, "listener is null");
  }

  /** Trains, and writes the best model that validation saw. */
  void run(Path folder, String asRun) {
    AtomicFolder.requireFree(folder);
    Torch.prepare(recipe.compute(), recipe.seed());
    try (RankerBase base = RankerBase.open(recipe.model(), recipe.compute())) {
      train(base, folder, asRun);
    }
  }

  private void train(RankerBase base, Path folder, String asRun) {
    List<Source> sources = RankerSources.of(recipe.model(), recipe.data(), recipe.licences());
    try (TextCorpus corpus = RankerCorpus.open(recipe.data(), sources, work, listener);
        CrossEncoderTasks tasks = new CrossEncoderTasks(recipe, base, corpus, work)) {
      CandidateValidation validation =
          new CandidateValidation(recipe.validation(), base, tasks.scorer());
      if (recipe.data().hasPairs()) {
        validation.addTranslations(corpus);
      }
      tasks.judged().ifPresent(validation::addJudged);
      double score =
          new RankerRun(
                  base.transformer(),
                  recipe.optimizer(),
                  recipe.training(),
                  recipe.compute(),
                  work,
                  listener)
              .train(
                  tasks.task(),
                  tasks.parameters(),
                  validation.isEmpty() ? Optional.empty() : Optional.of(validation));
      new TrainedTransformer(base.transformer(), tasks.scorer().head(), DataType.F32)
          .write(
              folder,
              base.folder(),
              new ModelManifest(
                  recipe.name(),
                  recipe.licence(),
                  new EncodingSettings(recipe.model().maxLength(), Pooling.NONE),
                  RankerProvenance.of(
                      asRun, recipe.seed(), sources, score, "mean reciprocal rank")));
    }
  }
}
