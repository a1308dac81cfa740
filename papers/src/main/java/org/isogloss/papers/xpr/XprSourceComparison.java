// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.RecipeTemplate;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.resource.PaperResources;
import org.isogloss.papers.xpr.mixture.MixedLanguageTestSet;

/**
 * Measures the value of sources of relevance without human questions: a late-interaction re-ranker
 * is trained on mixed questions of each source, and re-ranks, zero-shot, an encoder's candidates
 * among XQuAD's paragraphs. Not in the paper.
 */
final class XprSourceComparison {
  private static final String UNTRAINED = "untrained";

  private final XprSession session;
  private final XprData data;

  XprSourceComparison(XprSession session, XprData data) {
    this.session = session;
    this.data = data;
  }

  /**
   * Runs the rows that are not finished yet.
   *
   * @throws IsoglossException if the base is no late-interaction re-ranker
   */
  PaperResult run() {
    ExperimentRunner runner = session.runner();
    PaperOptions options = session.options();
    RecipeTemplate<BiEncoderRecipe> recipe = recipe();
    MixedLanguageTestSet test = data.sourceTest();
    SequencedMap<String, String> settings = session.settings(data);
    settings.putAll(data.sourceSizes().description());
    settings.putAll(recipe.description());
    settings.put("test set", test.questionSet().name() + ": " + test.questionSet().describeSizes());
    runner.start(settings, SourceVariant.values().length);
    runner.listener().messageReported("ranking by " + session.encoderName());
    XprEvaluation evaluation = new XprEvaluation(session, data);
    List<float[]> first = evaluation.scores(test, session.system(XprPaper.DENSE));
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    rows.put(
        UNTRAINED,
        runner.findOrMeasure(
            UNTRAINED,
            () -> evaluation.measureReranker(UNTRAINED, options.requireBase(), test, first)));
    rows.put(session.encoderName() + " alone", RerankingEvaluation.measure(test, first));
    for (SourceVariant row : SourceVariant.values()) {
      String key = row.key();
      rows.put(
          row.label(),
          runner.row(
              row.label(),
              key,
              () -> {
                Path model =
                    runner.train(
                        key,
                        recipe,
                        () -> Map.of("examples", data.relevance(row).training().toString()));
                return evaluation.measureReranker(key, model, test, first);
              }));
      runner.discardModel(key);
    }
    return XprTables.ofSources(session, settings, test, rows);
  }

  private RecipeTemplate<BiEncoderRecipe> recipe() {
    if (!LateInteractionTables.existsIn(session.base())) {
      throw new IsoglossException(
          session.base().path()
              + ": has no "
              + LateInteractionTables.FILE
              + ": expected a late-interaction re-ranker; estimate its interaction tables from"
              + " bitext first");
    }
    RecipeTemplate<BiEncoderRecipe> recipe =
        session
            .runner()
            .recipe(
                PaperResources.text(XprPaper.class, "late-interaction.yaml"),
                BiEncoderRecipe.class,
                data.sourceSizes().variables(),
                session.options().overrides());
    recipe.read("sources", Map.of("examples", "none"));
    return recipe;
  }
}
