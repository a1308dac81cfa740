// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import org.isogloss.core.Language;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.search.SearchIndex;

/**
 * The experiments of XPR (Chen et al. 2020): re-ranking of passages in two languages by
 * cross-encoders that are trained by three strategies, each with and without extended pre-training,
 * on the in-domain test (table 3) and, with mixed training, on others (table 4), in comparison with
 * an encoder alone and its hybrid with words. An interrupted run continues after its last finished
 * row, in a training at its last checkpoint, in a test after its last query.
 */
public final class XprPaper {
  private static final Set<Language> PUBLISHED = Set.of(Language.of("en"), Language.of("zh"));
  private static final String DENSE = "dense";
  private static final String HYBRID = "hybrid";

  private final XprOptions options;

  public XprPaper(XprOptions options) {
    this.options = requireNonNull(options, "options is null");
  }

  /**
   * Runs the rows of the experiment that are not finished yet.
   *
   * @throws org.isogloss.core.IsoglossException if data is missing, if {@code work} belongs to
   *     other settings, or if the listener stopped a training; then the same call continues
   */
  public XprResult run(PaperListener listener) {
    try (XprSession run = new XprSession(options, listener)) {
      XprModelTrainer models =
          new XprModelTrainer(options.common(), run.sizes(), run.data(), run.base());
      XprEvaluation evaluation = run.evaluation();
      SequencedMap<String, String> settings = run.settings();
      settings.put("layers", Integer.toString(models.layers()));
      settings.putAll(run.sizes().description());
      settings.putAll(models.recipe().description());
      settings.put("test sets", evaluation.describeSizes());
      Rows rows = new Rows(MeasurementStore.open(options.common().work(), settings), listener);
      listener.messageReported("creating sentence pairs");
      run.data().pretrainingExamples();
      for (XprVariant row : XprVariant.values()) {
        boolean elsewhere = XprVariant.OUT_OF_DOMAIN.contains(row);
        rows.add(
            row.label(run.baseName()),
            row.key(),
            elsewhere,
            () ->
                evaluation.measureCrossEncoder(
                    row,
                    models.trainIfMissing(row, listener.trainingListener()),
                    elsewhere,
                    listener));
        models.discard(row);
      }
      models.discardPretrained();
      rows.add(
          run.encoderName() + " alone",
          DENSE,
          true,
          () -> evaluation.measureRetrieval(run.system(DENSE), listener));
      String hybrid = SearchIndex.defaultPipeline(run.encoder()).toString();
      rows.add(
          run.encoderName() + " and words: " + hybrid,
          HYBRID,
          true,
          () -> evaluation.measureRetrieval(run.system(hybrid), listener));
      boolean published =
          PUBLISHED.containsAll(
              List.of(options.languages().source(), options.languages().target()));
      return new XprResult(
          run.baseName(),
          settings,
          run.data(),
          rows.all,
          rows.outOfDomain,
          published,
          models.logs());
    }
  }

  /** Measures rows, or reads those that are finished. */
  private static final class Rows {
    /** Returns the trained rows, the encoder alone, and the hybrid. */
    private static final int COUNT = XprVariant.values().length + 2;

    private final MeasurementStore finished;
    private final PaperListener listener;
    private final SequencedMap<String, SystemMeasurements> all = new LinkedHashMap<>();
    private final SequencedMap<String, SystemMeasurements> outOfDomain = new LinkedHashMap<>();

    Rows(MeasurementStore finished, PaperListener listener) {
      this.finished = finished;
      this.listener = listener;
    }

    void add(
        String name,
        String key,
        boolean alsoOutOfDomain,
        Supplier<SystemMeasurements> measurement) {
      listener.rowStarted(name, all.size() + 1, COUNT, finished.find(key).isPresent());
      SystemMeasurements figures = finished.findOrMeasure(key, measurement);
      all.put(name, figures);
      if (alsoOutOfDomain) {
        outOfDomain.put(name, figures);
      }
    }
  }
}
