// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.Language;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.PaperTables;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SignificanceTest;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;

/** The tables and the report of the adversarial experiments. */
final class AdversarialTables {
  private static final String AVERAGE = "average";

  /** The models whose similarities and maps of documents are shown. */
  private static final List<AdversarialVariant> DRAWN =
      List.of(
          AdversarialVariant.UNTRAINED,
          AdversarialVariant.TRIPLET,
          AdversarialVariant.TRIPLET_SENTENCE,
          AdversarialVariant.TRIPLET_TERMS);

  /** The rows of the tables of re-ranking, the baseline first. */
  private static final SequencedMap<String, List<AdversarialVariant>> RANKINGS =
      new LinkedHashMap<>();

  static {
    RANKINGS.put(
        "ranking",
        List.of(
            AdversarialVariant.INTERACTION,
            AdversarialVariant.TRIPLET,
            AdversarialVariant.TRIPLET_SENTENCE,
            AdversarialVariant.TRIPLET_TERMS,
            AdversarialVariant.UNTRAINED));
    RANKINGS.put(
        "adversary",
        List.of(
            AdversarialVariant.TRIPLET,
            AdversarialVariant.TRIPLET_SENTENCE,
            AdversarialVariant.TRIPLET_TERMS));
    RANKINGS.put(
        "zero_shot", List.of(AdversarialVariant.MONOLINGUAL, AdversarialVariant.MONOLINGUAL_TERMS));
  }

  private final AdversarialData data;
  private final PaperTables tables;
  private final Map<AdversarialVariant, SequencedMap<Language, SystemMeasurements>> measured;
  private final List<ParallelDocumentMap> maps;

  AdversarialTables(
      AdversarialData data,
      AdversarialEvaluation evaluation,
      Map<AdversarialVariant, SequencedMap<Language, SystemMeasurements>> measured) {
    this.data = data;
    this.measured = Map.copyOf(measured);
    this.maps = data.targets().stream().map(evaluation::documentMap).toList();
    this.tables =
        PaperTables.of(
                AdversarialPaper.class,
                SignificanceTest.RANDOMISATION,
                data.runner().options().seed())
            .with("query", evaluation.exampleQuery(data.targets().getFirst()).query().text());
  }

  PaperResult toResult(String base, SequencedMap<String, String> settings) {
    List<PaperTable> all = new ArrayList<>();
    RANKINGS.forEach(
        (name, variants) -> {
          List<AdversarialVariant> found = measured(variants);
          if (!found.isEmpty()) {
            all.add(ranking(name, found));
          }
        });
    if (data.hasPool()) {
      all.add(fairness());
    }
    all.add(similarities());
    PrecisionComparison.table(rankings(), List.of(AdversarialEvaluation.NDCG)).ifPresent(all::add);
    return new PaperResult(
        "adversarial",
        "Adversarial domain adaptation (Wang et al. 2021), from " + base,
        settings,
        all,
        this::writeReport);
  }

  /** Returns those of some variants that were measured. */
  private List<AdversarialVariant> measured(List<AdversarialVariant> variants) {
    return variants.stream().filter(measured::containsKey).toList();
  }

  /** Returns the gains of all rows, each in all languages. */
  private SequencedMap<String, SystemMeasurements> rankings() {
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    String both = AdversarialEvaluation.NDCG + PrecisionComparison.SUFFIX;
    for (AdversarialVariant variant : measured(List.of(AdversarialVariant.values()))) {
      SystemMeasurements.Builder row = SystemMeasurements.builder();
      for (String figure : List.of(AdversarialEvaluation.NDCG, both)) {
        if (measured.get(variant).firstEntry().getValue().has(figure)) {
          row.values(figure, byTarget(variant, figure));
        }
      }
      rows.put(variant.label(), row.build());
    }
    return rows;
  }

  private PaperTable ranking(String name, List<AdversarialVariant> variants) {
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    for (AdversarialVariant variant : variants) {
      SystemMeasurements.Builder row = SystemMeasurements.builder();
      byTarget(variant, AdversarialEvaluation.NDCG)
          .forEach(
              (target, gains) -> row.values(target, target, gains).values(AVERAGE, target, gains));
      rows.put(variant.label(), row.build());
    }
    List<String> columns = new ArrayList<>(data.targets().stream().map(Language::tag).toList());
    if (columns.size() > 1) {
      columns.add(AVERAGE);
    }
    return tables.compared(name, rows, PaperTables.columns(columns), Set.of(AVERAGE));
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
        measured(
            List.of(
                AdversarialVariant.TRIPLET,
                AdversarialVariant.TRIPLET_SENTENCE,
                AdversarialVariant.TRIPLET_TERMS,
                AdversarialVariant.UNTRAINED))) {
      SystemMeasurements.Builder row = SystemMeasurements.builder();
      measures.forEach(measure -> row.values(measure, byTarget(variant, measure)));
      rows.put(variant.label(), row.build());
    }
    return tables.compared("fairness", rows, PaperTables.columns(measures), Set.copyOf(measures));
  }

  /** Returns a row for each term of the example, and a column for each model. */
  private PaperTable similarities() {
    SequencedMap<String, SequencedMap<String, Double>> rows = new LinkedHashMap<>();
    for (AdversarialVariant variant : measured(DRAWN)) {
      SystemMeasurements row = measured.get(variant).get(data.targets().getFirst());
      row.figures()
          .get(AdversarialEvaluation.SIMILARITY)
          .forEach(
              (term, cosine) ->
                  rows.computeIfAbsent(term, key -> new LinkedHashMap<>())
                      .put(variant.label(), cosine));
    }
    return tables.table(
        "similarities",
        measured(DRAWN).stream().map(AdversarialVariant::label).toList(),
        rows.entrySet().stream()
            .map(row -> PaperTable.Row.of(AdversarialEvaluation.term(row.getKey()), row.getValue()))
            .toList());
  }

  private void writeReport(PaperResult result, HtmlReport report) {
    report.section("Re-ranking and zero-shot transfer");
    result.tables().stream()
        .filter(table -> RANKINGS.containsKey(table.name()))
        .forEach(table -> PaperResult.addTo(table, report));
    if (data.hasPool()) {
      result.addSection(report, "Language fairness", "fairness");
    } else {
      report.section("Language fairness").paragraph(AdversarialPaper.WITHOUT_POOL);
    }
    report.section("Maps of parallel documents (figure 4)");
    for (ParallelDocumentMap map : maps) {
      if (map.isDrawable()) {
        SequencedMap<String, Path> vectors = new LinkedHashMap<>();
        measured(DRAWN)
            .forEach(variant -> vectors.put(variant.label(), data.mapFile(variant, map.target())));
        report.figure(map.draw(vectors, data.runner().options().seed()));
      } else {
        report.paragraph("Too few test pages in " + map.target() + " for a map.");
      }
    }
    result.addSection(report, "Similarity of terms", "similarities");
    PrecisionComparison.addTo(report, result);
    for (AdversarialVariant variant : measured(List.of(AdversarialVariant.values()))) {
      if (variant.isTrained()) {
        report.section("Training: " + variant.label());
        writeCurves(report, variant);
      }
    }
  }

  private void writeCurves(HtmlReport report, AdversarialVariant variant) {
    SequencedMap<String, Path> logs =
        data.runner().logFiles(data.targets(), Language::tag, variant::fileName);
    if (variant.adversary().isEmpty()) {
      TrainingCharts.addLosses(report, logs);
      return;
    }
    TrainingCharts.addParts(
        report, logs, "Triplet loss", "loss", "triplet", OptionalDouble.empty());
    TrainingCharts.addParts(
        report, logs, "Loss of the discriminator", "loss", "discriminator", OptionalDouble.empty());
    TrainingCharts.addParts(
        report, logs, "Loss of the generator", "loss", "generator", OptionalDouble.empty());
    TrainingCharts.addParts(
        report,
        logs,
        "Accuracy of the discriminator",
        "accuracy",
        "discriminator/accuracy",
        OptionalDouble.of(0.5));
  }
}
