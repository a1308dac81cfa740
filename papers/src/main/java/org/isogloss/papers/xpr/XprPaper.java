// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.LanguagePair;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.Paper;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOption;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.GivenEncoder;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.search.SearchIndex;

/**
 * The experiments of XPR (Chen et al. 2020): re-ranking of passages in two languages by
 * cross-encoders that are trained by three strategies, each with and without extended pre-training,
 * on the in-domain test (table 3) and, with mixed training, on others (table 4), in comparison with
 * an encoder alone and its hybrid with words. An interrupted test continues after its last query.
 */
public final class XprPaper implements Paper {
  static final PaperOption LANGUAGES =
      new PaperOption(
          "languages",
          "ONE,OTHER",
          "The two mixed languages (default, as in the paper: ${DEFAULT-VALUE}). Published figures"
              + " are for these.",
          "en,zh");
  static final PaperOption RELEVANCE =
      new PaperOption(
          "relevance",
          "help|insuranceqa",
          "Source of relevance for training and test: headings of a documentation (help: DATA/help),"
              + " or InsuranceQA in the format of insuranceqa-corpus-zh (DATA/insuranceqa); default:"
              + " help.",
          "help");
  static final PaperOption ENCODER =
      new PaperOption(
          "encoder",
          "MODEL",
          "The encoder that ranks alone and in a hybrid with words, and that finds similar sentences"
              + " for extended pre-training (default: ${DEFAULT-VALUE}).",
          "compact");
  static final PaperOption SOURCES =
      PaperOption.of(
          "sources",
          "",
          "Train the base model, which must have the tables of isogloss model interaction, as a"
              + " late-interaction re-ranker on headings, cloze, inverse cloze, translated paragraphs"
              + " and sentences; measure each on XQuAD.");

  /** Key and pipeline of the encoder alone. */
  static final String DENSE = "dense";

  private static final String HYBRID = "hybrid";
  private static final Set<Language> PUBLISHED = Set.of(Language.of("en"), Language.of("zh"));

  @Override
  public String name() {
    return "xpr";
  }

  @Override
  public String experiment(Map<String, String> own) {
    return Boolean.parseBoolean(own.get(SOURCES.name())) ? "xpr-sources" : name();
  }

  @Override
  public String description() {
    return "XPR (Chen et al. 2020): train cross-encoders to re-rank passages in two languages, by"
        + " three strategies, each with and without extended pre-training, and measure them in"
        + " domain and on XQuAD.";
  }

  @Override
  public List<PaperOption> options() {
    return List.of(LANGUAGES, RELEVANCE, ENCODER, SOURCES);
  }

  @Override
  public PaperResult run(PaperOptions options, PaperListener listener) {
    LanguagePair languages = languages(options);
    boolean insurance = hasInsuranceQa(options);
    try (ModelFolder base = ModelFolder.open(options.requireBase());
        ModelFolder folder = ModelFolder.open(options.text(ENCODER));
        Encoder encoder = GivenEncoder.open(folder, options.threads())) {
      XprSession session =
          new XprSession(
              new ExperimentRunner(this, options, listener),
              ExperimentSizes.of(XprPaper.class, "sizes.yaml", options.scale()),
              languages,
              base,
              folder,
              encoder);
      listener.messageReported("reading the tests");
      XprData data = new XprData(session, insurance);
      return options.has(SOURCES)
          ? new XprSourceComparison(session, data).run()
          : run(session, data);
    }
  }

  private static LanguagePair languages(PaperOptions options) {
    List<Language> languages = options.list(LANGUAGES).stream().map(Language::of).toList();
    if (languages.size() != 2) {
      throw LANGUAGES.invalid("are " + languages + ", expected two languages: en,zh");
    }
    if (languages.getFirst().equals(languages.getLast())) {
      throw LANGUAGES.invalid("are both " + languages.getFirst() + ", expected two, such as en,zh");
    }
    return new LanguagePair(languages.getFirst(), languages.getLast());
  }

  private static boolean hasInsuranceQa(PaperOptions options) {
    String source = options.text(RELEVANCE);
    if (!source.equals("help") && !source.equals("insuranceqa")) {
      throw RELEVANCE.invalid("is " + Excerpt.quote(source) + ", expected help or insuranceqa");
    }
    if (options.has(SOURCES) && !source.equals("help")) {
      throw RELEVANCE.invalid("is " + source + ", expected help for the comparison of sources");
    }
    return source.equals("insuranceqa");
  }

  private static PaperResult run(XprSession session, XprData data) {
    ExperimentRunner runner = session.runner();
    XprModelTrainer models = new XprModelTrainer(session, data);
    XprEvaluation evaluation = new XprEvaluation(session, data);
    SequencedMap<String, String> settings = session.settings(data);
    settings.put("layers", Integer.toString(models.layers()));
    settings.putAll(session.sizes().description());
    settings.putAll(models.recipe().description());
    settings.put("test sets", evaluation.describeSizes());
    runner.start(settings, XprVariant.values().length + 2);
    runner.listener().messageReported("creating sentence pairs");
    data.pretrainingExamples();
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    SequencedMap<String, SystemMeasurements> outOfDomain = new LinkedHashMap<>();
    for (XprVariant row : XprVariant.values()) {
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
    boolean published =
        PUBLISHED.containsAll(List.of(session.languages().source(), session.languages().target()));
    return new XprTables(session, data, published).toResult(settings, rows, outOfDomain);
  }
}
