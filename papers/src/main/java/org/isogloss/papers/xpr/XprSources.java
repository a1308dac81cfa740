package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.isogloss.benchmarks.IndexedSystem;
import org.isogloss.core.Encoder;
import org.isogloss.model.ModelFolder;
import org.isogloss.papers.FinishedRows;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.RowFigures;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;

/**
 * What sources of relevance are worth, for who has no questions with answers to train on: from one
 * extended pre-training on, a cross-encoder is trained on as many mixed pairs of each source, and
 * re-ranks, zero-shot, what an encoder found among XQuAD's paragraphs. Not in the paper. Rows that
 * are finished are kept, as in {@link XprPaper}.
 */
public final class XprSources {
  private static final String DENSE = "dense";

  private final XprOptions options;
  private final PaperOptions common;
  private final XprSizes sizes;

  public XprSources(XprOptions options) {
    this.options = requireNonNull(options, "options is null");
    this.common = options.common();
    this.sizes = XprSizes.of(common.scale());
  }

  /**
   * Runs what is not finished.
   *
   * @throws org.isogloss.core.IsoglossException as of {@link XprPaper#run}
   */
  public XprResult run(PaperListener listener) {
    try (ModelFolder base = ModelFolder.open(common.base());
        ModelFolder encoderFolder = ModelFolder.open(options.encoder());
        Encoder encoder =
            Encoders.open(
                encoderFolder, InferenceOptions.defaults().withThreads(common.threads()))) {
      String encoderName = encoderFolder.manifest().name();
      listener.said("reading the tests");
      XprData data = new XprData(options, sizes, encoder);
      XprModels models = new XprModels(common, sizes, data, base);
      models.check();
      XprEvaluation evaluation = new XprEvaluation(data, options, common.work().resolve("scores"));
      MixedTest test = data.sourceTest();
      SequencedMap<String, String> settings =
          XprSettings.of(options, sizes, base, encoderName, encoder, models);
      settings.put("pairs of a source in a language", XprSizes.atMost(sizes.sourcePairs()));
      settings.put("test set", test.twins().name() + ": " + test.twins().sizes());
      FinishedRows finished = FinishedRows.open(common.work(), settings);
      listener.said("ranking by " + encoderName);
      List<float[]> first =
          evaluation.scores(
              test, new IndexedSystem(encoderName, encoder, DENSE, common.threads()), listener);
      SequencedMap<String, RowFigures> rows = new LinkedHashMap<>();
      rows.put(encoderName + " alone", Reranked.figures(test, first));
      for (SourceRow row : SourceRow.values()) {
        boolean before = finished.find(row.key()).isPresent();
        listener.row(row.label(), rows.size(), SourceRow.values().length, before);
        Supplier<RowFigures> measuring =
            () ->
                evaluation.reranked(
                    row, models.make(row, listener.training()), test, first, listener);
        rows.put(row.label(), finished.findOr(row.key(), measuring));
        models.discard(row);
      }
      models.discardPretrained();
      return XprResult.ofSources(
          base.manifest().name(), encoderName, settings, test, rows, models.sourceLogs());
    }
  }
}
