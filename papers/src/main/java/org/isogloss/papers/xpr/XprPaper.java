// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.core.Encoder;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.LanguagePair;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.Paper;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptionException;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.FixedEncoder;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.search.SearchIndex;

/**
 * The experiments of XPR (Chen et al. 2020): re-ranking of passages in two languages by
 * cross-encoders that are trained by three strategies, each with and without extended pre-training,
 * on the in-domain test (table 3) and, with mixed training, on others (table 4), in comparison with
 * an encoder alone and its hybrid with words. An interrupted test continues after its last query.
 */
public final class XprPaper extends Paper {
  /** Key and pipeline of the encoder alone. */
  static final String DENSE = "dense";

  private static final String HYBRID = "hybrid";

  @Override
  public String experiment(Map<String, String> own) {
    return Boolean.parseBoolean(own.get("sources")) ? "xpr-sources" : name();
  }

  @Override
  protected PaperResult measure(PaperOptions options, PaperListener listener) {
    LanguagePair languages = options.languages("languages");
    if (languages.source().equals(languages.target())) {
      throw new PaperOptionException(
          "languages", "are both " + languages.source() + ", expected two, such as en,zh");
    }
    boolean insurance = hasInsuranceQa(options);
    // The sizes that options state are those of the experiments that they select.
    ExperimentSizes sizes =
        options.has("sources")
            ? ExperimentSizes.of(XprPaper.class, "sizes.yaml", options.scale())
            : ExperimentSizes.of(XprPaper.class, options);
    try (ModelFolder base = ModelFolder.open(options.requireBase());
        ModelFolder folder = ModelFolder.open(options.text("encoder"));
        Encoder encoder = FixedEncoder.open(folder, options)) {
      XprSession session =
          new XprSession(
              new ExperimentRunner(options, listener, sizes), languages, base, folder, encoder);
      listener.messageReported("reading the tests");
      XprData data = new XprData(session, insurance);
      return options.has("sources")
          ? new XprSourceComparison(session, data).run()
          : measure(session, data);
    }
  }

  private static boolean hasInsuranceQa(PaperOptions options) {
    String source = options.text("relevance");
    if (!source.equals("help") && !source.equals("insuranceqa")) {
      throw new PaperOptionException(
          "relevance", "is " + Excerpt.quote(source) + ", expected help or insuranceqa");
    }
    if (options.has("sources") && !source.equals("help")) {
      throw new PaperOptionException(
          "relevance", "is " + source + ", expected help for the comparison of sources");
    }
    return source.equals("insuranceqa");
  }

  private static PaperResult measure(XprSession session, XprData data) {
    ExperimentRunner runner = session.runner();
    XprModelTrainer models = new XprModelTrainer(session, data);
    XprEvaluation evaluation = new XprEvaluation(session, data);
    SequencedMap<String, String> settings = session.settings(data);
    settings.put("layers", Integer.toString(models.layers()));
    settings.putAll(session.sizes().description());
    settings.putAll(models.recipe().description());
    settings.put("test sets", evaluation.describeSizes());
    Set<XprVariant> variants = session.options().select("rows", XprVariant.class, XprVariant::key);
    boolean extended = variants.stream().anyMatch(XprVariant::extendedPretraining);
    runner.start(settings, variants.size() + (extended ? 3 : 2));
    if (extended) {
      runner.listener().messageReported("creating sentence pairs");
      data.pretrainingExamples();
    }
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    SequencedMap<String, SystemMeasurements> outOfDomain = new LinkedHashMap<>();
    for (XprVariant row : variants) {
      boolean elsewhere = XprVariant.OUT_OF_DOMAIN.contains(row);
      String label = row.label(session.baseName());
      rows.put(
          label,
          runner.row(
              label,
              row.key(),
              () -> evaluation.measureCrossEncoder(row, models.trainIfMissing(row), elsewhere)));
      if (elsewhere) {
        outOfDomain.put(label, rows.get(label));
      }
      row.trainings().forEach(runner::discardModel);
    }
    Optional<SystemMeasurements> pretraining =
        extended
            ? Optional.of(
                runner.row(
                    "XPI alone",
                    "xpi-alone",
                    () -> evaluation.measurePretraining(models.pretrainIfMissing())))
            : Optional.empty();
    runner.discardModel(XprModelTrainer.XPI);
    String hybrid = SearchIndex.defaultPipeline(session.encoder()).toString();
    SequencedMap<String, String> pipelines = new LinkedHashMap<>();
    pipelines.put(session.encoderName() + " alone", DENSE);
    pipelines.put(session.encoderName() + " and words: " + hybrid, hybrid);
    pipelines.forEach(
        (label, pipeline) -> {
          String key = pipeline.equals(DENSE) ? DENSE : HYBRID;
          rows.put(
              label,
              runner.row(label, key, () -> evaluation.measureRetrieval(session.system(pipeline))));
          outOfDomain.put(label, rows.get(label));
        });
    return new XprTables(session, data).toResult(settings, rows, outOfDomain, pretraining);
  }
}
