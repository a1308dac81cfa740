// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.neural.finetuning.HeadInitialisation;
import org.isogloss.papers.experiment.RecipeTemplate;
import org.isogloss.papers.resource.PaperResources;

/** Trains the models of the rows. */
final class XprModelTrainer {
  /** Name of the extended pre-training. */
  static final String XPI = "xpi";

  private final RecipeTemplate<CrossEncoderRecipe> recipe;
  private final XprSession session;
  private final XprData data;
  private final int layers;

  /**
   * Creates a trainer.
   *
   * @throws org.isogloss.core.IsoglossException if an override does not fit the recipe
   */
  XprModelTrainer(XprSession session, XprData data) {
    this.session = session;
    this.data = data;
    this.layers = RecipeTemplate.layersOf(session.base(), session.sizes().count("layers"));
    this.recipe =
        session
            .runner()
            .recipe(
                PaperResources.text(XprPaper.class, "cross-encoder.yaml"),
                CrossEncoderRecipe.class,
                Map.of("layers", Integer.toString(layers)),
                session.options().overrides());
    Path none = Path.of("none");
    XprData.ExampleFiles one = new XprData.ExampleFiles(none, none, 1);
    recipe.read(XPI, variables(none, HeadInitialisation.NEW, one));
  }

  int layers() {
    return layers;
  }

  /** Returns the recipe of all trainings. */
  RecipeTemplate<CrossEncoderRecipe> recipe() {
    return recipe;
  }

  private Map<String, String> variables(
      Path from, HeadInitialisation head, XprData.ExampleFiles examples) {
    long steps = session.sizes().steps(examples.samples());
    return Map.of(
        "base", from.toString(),
        "head", head.name().toLowerCase(Locale.ROOT),
        "examples", examples.training().toString(),
        "validation", examples.validation().toString(),
        "steps", Long.toString(steps),
        "validate-every", Long.toString(Math.max(1, steps / session.sizes().count("validations"))),
        "log-every", Long.toString(Math.max(1, steps / 50)));
  }

  /** Returns the folder of the model after extended pre-training; trains it if it is missing. */
  Path pretrainIfMissing() {
    return train(
        XPI, session.options().requireBase(), HeadInitialisation.NEW, data::pretrainingExamples);
  }

  /** Returns the model folder of a row; trains what does not exist. */
  Path trainIfMissing(XprVariant row) {
    Path model = row.extendedPretraining() ? pretrainIfMissing() : session.options().requireBase();
    HeadInitialisation head = HeadInitialisation.NEW;
    List<String> trainings = row.trainings();
    for (int i = 0; i < trainings.size(); i++) {
      int stage = i;
      Path from = model;
      model = train(trainings.get(i), from, head, () -> data.relevance(row.strategy(), stage));
      head = HeadInitialisation.KEPT;
    }
    return model;
  }

  private Path train(
      String training,
      Path from,
      HeadInitialisation head,
      Supplier<XprData.ExampleFiles> examples) {
    return session.runner().train(training, recipe, () -> variables(from, head, examples.get()));
  }
}
