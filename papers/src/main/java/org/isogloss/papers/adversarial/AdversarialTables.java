// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.BaselineComparison;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;

/** The tables and the report of the adversarial experiments. */
final class AdversarialTables {
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

  /** The models whose similarities and maps of documents are shown. */
  private static final List<AdversarialVariant> DRAWN =
      List.of(
          AdversarialVariant.UNTRAINED,
          AdversarialVariant.TRIPLET,
          AdversarialVariant.TRIPLET_SENTENCE,
          AdversarialVariant.TRIPLET_TERMS);

  private final AdversarialSetup setup;
  private final Map<AdversarialVariant, SequencedMap<Language, SystemMeasurements>> measured;
  private final String exampleQuery;
  private final List<ParallelDocumentMap> maps;
  private final List<String> columns;

  AdversarialTables(
      AdversarialSetup setup,
      AdversarialEvaluation evaluation,
      Map<AdversarialVariant, SequencedMap<Language, SystemMeasurements>> measured) {
    this.setup = setup;
    this.measured = Map.copyOf(measured);
    this.exampleQuery = evaluation.exampleQuery(setup.targets().getFirst()).query().text();
    this.maps = setup.targets().stream().map(evaluation::documentMap).toList();
    this.columns =
        Stream.concat(setup.targets().stream().map(Language::tag), Stream.of(AVERAGE)).toList();
  }

  PaperResult toResult(String base, SequencedMap<String, String> settings) {
    return new PaperResult(
        "adversarial",
        "Adversarial domain adaptation (Wang et al. 2021), from " + base,
        settings,
        List.of(
            ranking(
                "ranking",
                "Re-ranking (table 1)",
                AdversarialVariant.INTERACTION,
                AdversarialVariant.TRIPLET,
                AdversarialVariant.TRIPLET_SENTENCE,
                AdversarialVariant.TRIPLET_TERMS,
                AdversarialVariant.UNTRAINED),
            ranking(
                "adversary",
                "The adversary, compared with the triplet loss alone",
                AdversarialVariant.TRIPLET,
                AdversarialVariant.TRIPLET_SENTENCE,
                AdversarialVariant.TRIPLET_TERMS),
            ranking(
                "zero_shot",
                "Zero-shot transfer (table 3)",
                AdversarialVariant.MONOLINGUAL,
                AdversarialVariant.MONOLINGUAL_TERMS),
            fairness(),
            similarities()),
        this::writeReport);
  }

  private PaperTable ranking(String name, String caption, AdversarialVariant... variants) {
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    for (AdversarialVariant variant : variants) {
      SystemMeasurements.Builder row = SystemMeasurements.builder();
      byTarget(variant, AdversarialEvaluation.NDCG)
          .forEach(
              (target, gains) -> row.values(target, target, gains).values(AVERAGE, target, gains));
      rows.put(variant.label(), row.build());
    }
    return new BaselineComparison(
            rows,
            BaselineComparison.columns(columns),
            Set.of(AVERAGE),
            setup.runner().options().seed())
        .toTable(
            name, caption, NOTE, PublishedFigures.of(AdversarialPaper.class).rows(name, columns));
  }

  /** Returns the values of each query by the target language of the model. */
  private SortedMap<String, double[]> byTarget(AdversarialVariant variant, String benchmark) {
    SortedMap<String, double[]> values = new TreeMap<>();
    measured
        .get(variant)
        .forEach(
            (target, figures) -> {
              // The pool of all languages is one part.
              SortedMap<String, double[]> parts = figures.values().get(benchmark);
              values.put(
                  target.tag(), parts.getOrDefault(target.tag(), parts.firstEntry().getValue()));
            });
    return values;
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
      SystemMeasurements.Builder row = SystemMeasurements.builder();
      measures.forEach(measure -> row.values(measure, byTarget(variant, measure)));
      rows.put(variant.label(), row.build());
    }
    return new BaselineComparison(
            rows,
            BaselineComparison.columns(measures),
            Set.copyOf(measures),
            setup.runner().options().seed())
        .toTable(
            "fairness", "Language fairness in the pool of all languages", POOL_NOTE, List.of());
  }

  private PaperTable similarities() {
    SequencedMap<String, SortedMap<String, Double>> figures = new LinkedHashMap<>();
    for (AdversarialVariant variant : DRAWN) {
      SystemMeasurements row = measured.get(variant).get(setup.targets().getFirst());
      figures.put(variant.label(), row.figures().get(AdversarialEvaluation.SIMILARITY));
    }
    return SimilarityTable.of(exampleQuery, figures);
  }

  private void writeReport(PaperResult result, HtmlReport report) {
    report.section("Re-ranking");
    result.addTable("ranking", report);
    result.addTable("adversary", report);
    report.section("Zero-shot transfer");
    result.addTable("zero_shot", report);
    report.section("Language fairness");
    result.addTable("fairness", report);
    report.section("Maps of parallel documents (figure 4)");
    for (ParallelDocumentMap map : maps) {
      if (map.isDrawable()) {
        SequencedMap<String, Path> vectors = new LinkedHashMap<>();
        DRAWN.forEach(
            variant -> vectors.put(variant.label(), setup.mapFile(variant, map.target())));
        report.figure(map.draw(vectors, setup.runner().options().seed()));
      } else {
        report.paragraph("Too few test pages in " + map.target() + " for a map.");
      }
    }
    report.section("Similarity of terms");
    result.addTable("similarities", report);
    for (AdversarialVariant variant : AdversarialVariant.values()) {
      if (variant.isTrained()) {
        report.section("Training: " + variant.label());
        writeCurves(report, variant);
      }
    }
  }

  private void writeCurves(HtmlReport report, AdversarialVariant variant) {
    SequencedMap<String, Path> logs = new LinkedHashMap<>();
    for (Language target : setup.targets()) {
      logs.put(target.tag(), setup.runner().logFile(variant.fileName(target)));
    }
    if (variant.adversary().isEmpty()) {
      TrainingCharts.addLosses(report, logs);
      return;
    }
    TrainingCharts.addParts(report, logs, "Triplet loss", "loss", "triplet");
    TrainingCharts.addParts(report, logs, "Loss of the discriminator", "loss", "discriminator");
    TrainingCharts.addParts(report, logs, "Loss of the generator", "loss", "generator");
    TrainingCharts.addParts(
        report, logs, "Accuracy of the discriminator", "accuracy", "discriminator/accuracy");
  }
}
