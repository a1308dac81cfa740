// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.translation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.isogloss.data.LanguagePair;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.PaperTables;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SignificanceTest;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;

/** Tables 4 and 5 of HICTL, and the report. */
final class TranslationTables {
  private static final List<String> MEASURES =
      List.of(HictlTranslationPaper.BLEU, HictlTranslationPaper.CHRF);

  /** Rows of each table, the baseline first. */
  private static final SequencedMap<String, List<TranslationVariant>> TABLES =
      new LinkedHashMap<>();

  static {
    TABLES.put(
        "table4",
        List.of(
            TranslationVariant.TRANSFORMER,
            TranslationVariant.BASE_SIMILARITIES,
            TranslationVariant.HICTL,
            TranslationVariant.HICTL_ADAPTED));
    TABLES.put(
        "table5",
        List.of(
            TranslationVariant.HICTL,
            TranslationVariant.HICTL_PLAIN,
            TranslationVariant.HICTL_DIRECT,
            TranslationVariant.BASE_SIMILARITIES,
            TranslationVariant.BASE));
  }

  private final ExperimentRunner runner;
  private final HeldOutTranslations translations;
  private final String base;
  private final PaperTables tables;

  TranslationTables(
      ExperimentRunner runner,
      HeldOutTranslations translations,
      String base,
      LanguagePair languages) {
    this.runner = runner;
    this.translations = translations;
    this.base = base;
    this.tables =
        PaperTables.of(
                HictlTranslationPaper.class,
                SignificanceTest.RANDOMISATION,
                runner.options().seed())
            .with("base", base)
            .with("languages", languages)
            .with("pairs", translations.size());
  }

  /** Arranges measurements in tables. */
  PaperResult toResult(
      SequencedMap<String, String> settings,
      SequencedMap<TranslationVariant, SystemMeasurements> measured) {
    List<PaperTable> all = new ArrayList<>();
    TABLES.forEach(
        (name, rows) -> {
          List<TranslationVariant> found = rows.stream().filter(measured::containsKey).toList();
          if (!found.isEmpty()) {
            all.add(table(name, found, measured));
          }
        });
    PrecisionComparison.table(byLabel(measured.keySet().stream().toList(), measured), MEASURES)
        .ifPresent(all::add);
    return new PaperResult(
        "hictl-translation",
        "HICTL (Wei et al. 2021): translation with encoders from " + base,
        settings,
        all,
        (result, report) -> writeReport(result, report, measured));
  }

  private PaperTable table(
      String name,
      List<TranslationVariant> rows,
      SequencedMap<TranslationVariant, SystemMeasurements> measured) {
    SequencedMap<String, TranslationVariant> labelled = new LinkedHashMap<>();
    rows.forEach(row -> labelled.put(row.label(), row));
    return tables.compared(
        name, byLabel(rows, measured), PaperTables.columns(MEASURES), translations.test(labelled));
  }

  private static SequencedMap<String, SystemMeasurements> byLabel(
      List<TranslationVariant> rows,
      SequencedMap<TranslationVariant, SystemMeasurements> measured) {
    SequencedMap<String, SystemMeasurements> systems = new LinkedHashMap<>();
    rows.forEach(row -> systems.put(row.label(), measured.get(row)));
    return systems;
  }

  private void writeReport(
      PaperResult result,
      HtmlReport report,
      SequencedMap<TranslationVariant, SystemMeasurements> measured) {
    for (PaperTable table : result.tables()) {
      if (TABLES.containsKey(table.name())) {
        result.addSection(report, table.caption(), table.name());
        TrainingCharts.add(
            report,
            runner.logFiles(
                TABLES.get(table.name()).stream().filter(measured::containsKey).toList(),
                TranslationVariant::label,
                TranslationVariant::model),
            "Log-likelihood of a held-out token",
            "nats",
            OptionalDouble.empty());
      }
    }
    PrecisionComparison.addTo(report, result);
  }
}
