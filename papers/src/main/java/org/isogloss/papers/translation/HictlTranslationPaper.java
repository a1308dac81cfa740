// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.translation;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.data.LanguagePair;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.Paper;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptionException;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.SystemMeasurements;

/**
 * The translation experiments of HICTL (Wei et al. 2021, tables 4 and 5): a decoder is trained on a
 * new encoder, on the base, and on encoders that HICTL trained from it, with and without word
 * similarities, and measured on held-out pairs.
 */
public final class HictlTranslationPaper extends Paper {
  /** Names of the measures, which are columns too. */
  static final String BLEU = "BLEU";

  static final String CHRF = "chrF";

  @Override
  protected PaperResult measure(PaperOptions options, PaperListener listener) {
    LanguagePair languages = options.languages("languages");
    Set<TranslationVariant> variants =
        options.select("rows", TranslationVariant.class, TranslationVariant::key);
    if (variants.isEmpty()) {
      throw new PaperOptionException("rows", "is none, expected one row or more");
    }
    ExperimentSizes sizes = ExperimentSizes.of(HictlTranslationPaper.class, options);
    ExperimentRunner runner = new ExperimentRunner(options, listener, sizes);
    try (ModelFolder base = ModelFolder.open(options.requireBase())) {
      TranslationModelTrainer models = new TranslationModelTrainer(runner, base, languages);
      HeldOutTranslations translations = new HeldOutTranslations(runner);
      SequencedMap<String, String> settings = runner.settings(base);
      options.path("hictl").ifPresent(encoder -> describeEncoder(encoder, settings));
      settings.put("languages", languages.toString());
      settings.putAll(sizes.description());
      settings.putAll(models.recipe(TranslationVariant.HICTL).description());
      settings.put(
          "recipe of the plain Transformer", models.recipe(TranslationVariant.TRANSFORMER).text());
      settings.put("recipe of the encoders of HICTL", models.encoderRecipe().text());
      runner.start(settings, variants.size());
      SequencedMap<TranslationVariant, SystemMeasurements> measured = new LinkedHashMap<>();
      for (TranslationVariant row : variants) {
        measured.put(
            row,
            runner.row(
                row.label(),
                row.key(),
                () -> {
                  Path model = models.trainIfMissing(row);
                  translations.keepPairs(row.model());
                  return translations.measure(row, model);
                }));
        runner.discardModel(row.model());
      }
      models.discardEncoders();
      return new TranslationTables(runner, translations, base.manifest().name(), languages)
          .toResult(settings, measured);
    }
  }

  private static void describeEncoder(Path folder, SequencedMap<String, String> settings) {
    try (ModelFolder encoder = ModelFolder.open(folder)) {
      ExperimentRunner.describe("encoder of HICTL", encoder, settings);
    }
  }
}
