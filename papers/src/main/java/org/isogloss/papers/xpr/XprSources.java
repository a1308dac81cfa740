package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.isogloss.papers.FinishedRows;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.RowFigures;

/**
 * What sources of relevance are worth, for who has no questions with answers to train on: a
 * re-ranker by late interaction is trained on some mixed questions of each source, and re-ranks,
 * zero-shot, what an encoder found among XQuAD's paragraphs. Not in the paper. Rows that are
 * finished are kept, as in {@link XprPaper}.
 */
public final class XprSources {
  private static final String DENSE = "dense";
  private static final String UNTRAINED = "untrained";

  private final XprOptions options;

  public XprSources(XprOptions options) {
    this.options = requireNonNull(options, "options is null");
  }

  /**
   * Runs what is not finished.
   *
   * @throws org.isogloss.core.IsoglossException as of {@link XprPaper#run}, and if the base is no
   *     re-ranker by late interaction
   */
  public XprResult run(PaperListener listener) {
    try (XprRun run = new XprRun(options, listener)) {
      SourceModels models = new SourceModels(options.common(), run.sizes(), run.data(), run.base());
      MixedTest test = run.data().sourceTest();
      SequencedMap<String, String> settings = run.settings();
      settings.putAll(run.sizes().toldOfSources());
      settings.putAll(models.recipe().told());
      settings.put("test set", test.twins().name() + ": " + test.twins().sizes());
      FinishedRows finished = FinishedRows.open(options.common().work(), settings);
      listener.said("ranking by " + run.encoderName());
      List<float[]> first = run.evaluation().scores(test, run.system(DENSE), listener);
      XprEvaluation evaluation = run.evaluation();
      SequencedMap<String, RowFigures> rows = new LinkedHashMap<>();
      rows.put(
          "untrained",
          finished.findOr(
              UNTRAINED,
              () ->
                  evaluation.reranked(UNTRAINED, options.common().base(), test, first, listener)));
      rows.put(run.encoderName() + " alone", Reranked.figures(test, first));
      for (SourceRow row : SourceRow.values()) {
        boolean before = finished.find(row.key()).isPresent();
        listener.row(row.label(), rows.size() - 1, SourceRow.values().length, before);
        Supplier<RowFigures> measuring =
            () ->
                evaluation.reranked(
                    row.key(), models.make(row, listener.training()), test, first, listener);
        rows.put(row.label(), finished.findOr(row.key(), measuring));
        models.discard(row);
      }
      return XprResult.ofSources(
          run.baseName(), run.encoderName(), settings, test, rows, models.logs());
    }
  }
}
