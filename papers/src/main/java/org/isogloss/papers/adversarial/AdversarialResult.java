// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.Language;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.BaselineComparison;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;

/** The result of the adversarial experiments. */
public final class AdversarialResult {
  private static final String AVERAGE = "average";
  private static final String NOTE =
      "nDCG@10 of English test queries, whose candidates in the language of the column are"
          + " re-ranked. p: paired randomisation against the first row, corrected by Holm over the"
          + " table.";
  private static final String POOL_NOTE =
      "English test queries re-rank the candidates in all languages; means over the models of each"
          + " language. Own language: share of English among the first ten documents. PEER:"
          + " probability of equal expected rank of the relevant documents across languages. Rank"
          + " distance: of the first and the last version of the best pages, over the size of the"
          + " pool. p: against the first row, corrected by Holm over the table.";

  private final List<Language> targets;
  private final Map<AdversarialVariant, SequencedMap<Language, SystemMeasurements>> measured;
  private final AdversarialReport report;
  private final long seed;
  private final PaperResult result;

  AdversarialResult(
      String base,
      SequencedMap<String, String> settings,
      List<Language> targets,
      String exampleQuery,
      Map<AdversarialVariant, SequencedMap<Language, SystemMeasurements>> measured,
      AdversarialReport report) {
    this.targets = List.copyOf(targets);
    this.measured = Map.copyOf(measured);
    this.report = report;
    this.seed = Long.parseLong(settings.get("seed"));
    this.result =
        new PaperResult(
            "adversarial",
            "Adversarial domain adaptation (Wang et al. 2021), from " + base,
            settings,
            List.of(ranking(), adversary(), zeroShot(), fairness(), similarities(exampleQuery)));
  }

  /** Returns all tables and the settings of the run. */
  public PaperResult result() {
    return result;
  }

  /** Returns a page with the tables, maps of documents, and the curves of all trainings. */
  public HtmlReport toReport() {
    return report.toPage(result, seed);
  }

  private PaperTable ranking() {
    List<PaperTable.Row> rows =
        new ArrayList<>(
            compare(
                AdversarialVariant.INTERACTION,
                AdversarialVariant.TRIPLET,
                AdversarialVariant.TRIPLET_SENTENCE,
                AdversarialVariant.TRIPLET_TERMS,
                AdversarialVariant.UNTRAINED));
    rows.addAll(published("ranking"));
    return new PaperTable("ranking", "Re-ranking (table 1)", NOTE, columns(), rows);
  }

  private PaperTable adversary() {
    return new PaperTable(
        "adversary",
        "The adversary, compared with the triplet loss alone",
        NOTE,
        columns(),
        compare(
            AdversarialVariant.TRIPLET,
            AdversarialVariant.TRIPLET_SENTENCE,
            AdversarialVariant.TRIPLET_TERMS));
  }

  private PaperTable zeroShot() {
    List<PaperTable.Row> rows =
        new ArrayList<>(
            compare(AdversarialVariant.MONOLINGUAL, AdversarialVariant.MONOLINGUAL_TERMS));
    rows.addAll(published("zero_shot"));
    return new PaperTable("zero_shot", "Zero-shot transfer (table 3)", NOTE, columns(), rows);
  }

  private List<PaperTable.Row> published(String table) {
    return PublishedFigures.of(AdversarialPaper.class)
        .rows(table, targets.stream().map(Language::tag).toList());
  }

  private List<String> columns() {
    List<String> columns = new ArrayList<>();
    targets.forEach(target -> columns.add(target.tag()));
    columns.add(AVERAGE);
    return columns;
  }

  private List<PaperTable.Row> compare(AdversarialVariant... variants) {
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    for (AdversarialVariant variant : variants) {
      SortedMap<String, double[]> gains = byTarget(variant, AdversarialEvaluation.NDCG, true);
      SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>();
      gains.forEach((target, of) -> values.put(target, new TreeMap<>(Map.of(target, of))));
      values.put(AVERAGE, gains);
      rows.put(variant.label(), new SystemMeasurements(values, new TreeMap<>()));
    }
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    columns().forEach(column -> columns.put(column, column));
    return new BaselineComparison(rows, columns, Set.of(AVERAGE), seed).toRows();
  }

  /**
   * Returns the values of each query by the target language of the model.
   *
   * @param own whether the benchmark has a part for each target; otherwise it has one part
   */
  private SortedMap<String, double[]> byTarget(
      AdversarialVariant variant, String benchmark, boolean own) {
    SortedMap<String, double[]> values = new TreeMap<>();
    measured
        .get(variant)
        .forEach(
            (target, figures) -> {
              SortedMap<String, double[]> parts = figures.values().get(benchmark);
              values.put(target.tag(), parts.get(own ? target.tag() : parts.firstKey()));
            });
    return values;
  }

  private PaperTable similarities(String query) {
    SequencedMap<String, SortedMap<String, Double>> figures = new LinkedHashMap<>();
    for (AdversarialVariant variant :
        List.of(
            AdversarialVariant.UNTRAINED,
            AdversarialVariant.TRIPLET,
            AdversarialVariant.TRIPLET_SENTENCE,
            AdversarialVariant.TRIPLET_TERMS)) {
      figures.put(
          variant.label(),
          measured
              .get(variant)
              .get(targets.getFirst())
              .figures()
              .get(AdversarialEvaluation.SIMILARITY));
    }
    return SimilarityTable.of(query, figures);
  }

  private PaperTable fairness() {
    List<String> measures =
        List.of(LanguagePool.OWN_LANGUAGE, LanguagePool.PEER, LanguagePool.RANK_DISTANCE);
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    for (AdversarialVariant variant :
        List.of(
            AdversarialVariant.TRIPLET,
            AdversarialVariant.TRIPLET_SENTENCE,
            AdversarialVariant.TRIPLET_TERMS,
            AdversarialVariant.UNTRAINED)) {
      SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>();
      measures.forEach(measure -> values.put(measure, byTarget(variant, measure, false)));
      rows.put(variant.label(), new SystemMeasurements(values, new TreeMap<>()));
    }
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    measures.forEach(measure -> columns.put(measure, measure));
    return new PaperTable(
        "fairness",
        "Language fairness in the pool of all languages",
        POOL_NOTE,
        measures,
        new BaselineComparison(rows, columns, Set.copyOf(measures), seed).toRows());
  }
}
