// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.translation;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isogloss.data.LanguagePair;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.translation.TranslationRecipe;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.RecipeTemplate;
import org.isogloss.papers.hictl.HictlPaper;
import org.isogloss.papers.hictl.training.HictlModelTrainer;
import org.isogloss.papers.hictl.training.HictlVariant;
import org.isogloss.papers.resource.PaperResources;

/** Trains the translation models of the rows, and the encoders of HICTL from which they start. */
final class TranslationModelTrainer {
  private static final String ADAPTED = "hictl-adapted";

  /** Beginnings of the overrides that are for pretrained encoders only. */
  private static final List<String> PRETRAINED_KEYS =
      List.of(
          "model.layers",
          "model.pooling",
          "model.words",
          "model.freeze",
          "model.frozen-layers",
          "objective.frozen-steps",
          "optimizer.groups",
          "decoder.similarity");

  private final ExperimentRunner runner;
  private final LanguagePair languages;
  private final HictlModelTrainer encoders;
  private final ModelFolder base;

  /**
   * Creates a trainer.
   *
   * @throws org.isogloss.core.IsoglossException if the base is no transformer, or an override does
   *     not fit the recipe
   */
  TranslationModelTrainer(ExperimentRunner runner, ModelFolder base, LanguagePair languages) {
    this.runner = runner;
    this.languages = languages;
    this.base = base;
    PaperOptions options = runner.options();
    ExperimentSizes sizes =
        ExperimentSizes.of(HictlPaper.class, "sizes.yaml", options.scale())
            .with("layers", runner.sizes().text("layers"))
            .with("steps", runner.sizes().text("hictl-steps"));
    this.encoders =
        new HictlModelTrainer(
            new ExperimentRunner(options, runner.listener(), sizes),
            base,
            options.computeOverrides());
    for (TranslationVariant row : TranslationVariant.values()) {
      recipe(row).read(row.model(), Map.of());
    }
  }

  /** Returns the recipe of HICTL's encoders. */
  RecipeTemplate<?> encoderRecipe() {
    return encoders.recipe(HictlVariant.HICTL);
  }

  /** Returns the recipe of a row with its overrides. */
  RecipeTemplate<TranslationRecipe> recipe(TranslationVariant row) {
    boolean pretrained = row.encoder() != TranslationVariant.Encoder.NEW;
    String text =
        PaperResources.text(HictlTranslationPaper.class, "recipe.yaml")
            + PaperResources.text(
                HictlTranslationPaper.class, pretrained ? "pretrained.yaml" : "plain.yaml");
    Map<String, String> variables = new HashMap<>();
    variables.put("source", languages.source().tag());
    variables.put("target", languages.target().tag());
    variables.put("layers", Integer.toString(encoders.layers()));
    variables.put("pooling", RecipeTemplate.poolingOf(base).name().toLowerCase(Locale.ROOT));
    variables.put("similarities", Boolean.toString(row.similarities()));
    if (!row.frozenFirst()) {
      variables.put("frozen-steps", "0");
    }
    return runner.recipe(
        text.replace("${similarity-group}", similarityGroup(row)),
        TranslationRecipe.class,
        variables,
        runner.options().overrides().stream()
            .filter(one -> pretrained || PRETRAINED_KEYS.stream().noneMatch(one::startsWith))
            .toList());
  }

  private static String similarityGroup(TranslationVariant row) {
    return row.similarities() ? "- {names: decoder.word_similarities, learning-rate: 1e-2}" : "";
  }

  /** Returns the model folder of a row; trains it, and its encoder, if it does not exist. */
  Path trainIfMissing(TranslationVariant row) {
    return runner.train(
        row.model(), recipe(row), () -> Map.of("base", encoder(row.encoder()).toString()));
  }

  private Path encoder(TranslationVariant.Encoder encoder) {
    return switch (encoder) {
      case NEW, BASE -> runner.options().requireBase();
      case HICTL ->
          runner
              .options()
              .path("hictl")
              .orElseGet(() -> encoders.trainIfMissing(HictlVariant.HICTL));
      case ADAPTED ->
          encoders.adaptIfMissing(ADAPTED, encoder(TranslationVariant.Encoder.HICTL), languages);
    };
  }

  /** Deletes the encoders, which the measured models no longer need. */
  void discardEncoders() {
    runner.discardModel(HictlVariant.HICTL.key());
    runner.discardModel(ADAPTED);
  }
}
