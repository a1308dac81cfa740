// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.xpr.mixture.MixedLanguageTestSet;

/**
 * Measures the value of sources of relevance without human questions: a late-interaction re-ranker
 * is trained on mixed questions of each source, and re-ranks, zero-shot, an encoder's candidates
 * among XQuAD's paragraphs. Not in the paper. Finished rows are stored as in {@link XprPaper}.
 */
public final class XprSourceComparison {
  private static final String DENSE = "dense";
  private static final String UNTRAINED = "untrained";

  private final XprOptions options;

  public XprSourceComparison(XprOptions options) {
    this.options = requireNonNull(options, "options is null");
  }

  /**
   * Runs the rows of the experiment that are not finished yet.
   *
   * @throws org.isogloss.core.IsoglossException as {@link XprPaper#run}, and if the base is no
   *     late-interaction re-ranker
   */
  public XprResult run(PaperListener listener) {
    try (XprSession run = new XprSession(options, listener)) {
      SourceModelTrainer models =
          new SourceModelTrainer(options.common(), run.sizes(), run.data(), run.base());
      MixedLanguageTestSet test = run.data().sourceTest();
      SequencedMap<String, String> settings = run.settings();
      settings.putAll(run.sizes().sourceDescription());
      settings.putAll(models.recipe().description());
      settings.put(
          "test set", test.questionSet().name() + ": " + test.questionSet().describeSizes());
      MeasurementStore finished = MeasurementStore.open(options.common().work(), settings);
      listener.messageReported("ranking by " + run.encoderName());
      List<float[]> first = run.evaluation().scores(test, run.system(DENSE), listener);
      XprEvaluation evaluation = run.evaluation();
      SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
      rows.put(
          "untrained",
          finished.findOrMeasure(
              UNTRAINED,
              () ->
                  evaluation.measureReranker(
                      UNTRAINED, options.common().requireBase(), test, first, listener)));
      rows.put(run.encoderName() + " alone", RerankingEvaluation.measure(test, first));
      for (SourceVariant row : SourceVariant.values()) {
        boolean before = finished.find(row.key()).isPresent();
        listener.rowStarted(row.label(), rows.size() - 1, SourceVariant.values().length, before);
        Supplier<SystemMeasurements> measuring =
            () ->
                evaluation.measureReranker(
                    row.key(),
                    models.trainIfMissing(row, listener.trainingListener()),
                    test,
                    first,
                    listener);
        rows.put(row.label(), finished.findOrMeasure(row.key(), measuring));
        models.discard(row);
      }
      return XprResult.ofSources(
          run.baseName(), run.encoderName(), settings, test, rows, models.logs());
    }
  }
}
