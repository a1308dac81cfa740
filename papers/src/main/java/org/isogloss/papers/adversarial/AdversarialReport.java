// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.TrainingCharts;

/**
 * The report of the adversarial experiments.
 *
 * @param logs logs of the trainings by language
 * @param maps the parallel documents that are drawn
 * @param vectors files of their vectors by language, then by the name of the model
 */
record AdversarialReport(
    Map<AdversarialVariant, SequencedMap<Language, Path>> logs,
    SequencedMap<Language, ParallelDocumentMap> maps,
    SequencedMap<Language, SequencedMap<String, Path>> vectors) {
  AdversarialReport {
    logs = Map.copyOf(logs);
  }

  HtmlReport toPage(PaperResult result, long seed) {
    HtmlReport report = new HtmlReport(result.title());
    if (result.settings().get("scale").equals("smoke")) {
      report.note(
          "At smoke scale figures mean nothing: it shows that everything runs. A larger scale"
              + " (small, full) gives figures.");
    }
    report.section("Re-ranking");
    PaperResult.addTo(result.table("ranking"), report);
    PaperResult.addTo(result.table("adversary"), report);
    report.section("Zero-shot transfer");
    PaperResult.addTo(result.table("zero_shot"), report);
    report.section("Language fairness");
    PaperResult.addTo(result.table("fairness"), report);
    report.section("Maps of parallel documents (figure 4)");
    maps.forEach(
        (target, map) -> {
          if (map.isDrawable()) {
            report.figure(map.draw(vectors.get(target), seed));
          } else {
            report.paragraph("Too few test pages in " + target + " for a map.");
          }
        });
    report.section("Similarity of terms");
    PaperResult.addTo(result.table("similarities"), report);
    for (AdversarialVariant variant : AdversarialVariant.values()) {
      if (logs.containsKey(variant)) {
        report.section("Training: " + variant.label());
        SequencedMap<String, Path> files = new LinkedHashMap<>();
        logs.get(variant).forEach((target, file) -> files.put(target.tag(), file));
        if (variant.adversary().isPresent()) {
          addTurns(report, files);
        } else {
          TrainingCharts.addLosses(report, files);
        }
      }
    }
    return report.provenance(result.settings());
  }

  private static void addTurns(HtmlReport report, SequencedMap<String, Path> files) {
    TrainingCharts.addParts(report, files, "Triplet loss", "loss", "triplet");
    TrainingCharts.addParts(report, files, "Loss of the discriminator", "loss", "discriminator");
    TrainingCharts.addParts(report, files, "Loss of the generator", "loss", "generator");
    TrainingCharts.addParts(
        report, files, "Accuracy of the discriminator", "accuracy", "discriminator/accuracy");
  }
}
