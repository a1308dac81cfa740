// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.core.IsoglossException;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import picocli.CommandLine.Option;

/** Where the figures of a benchmark go. */
final class BenchmarkOutput {
  @Option(
      names = "--json",
      description = "Print one JSON object, and nothing else on standard output.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Write an HTML page with heat maps and bar charts.")
  private Path report;

  @Option(
      names = "--record",
      description = "Write the averages into the isogloss.json of the model folder.")
  private boolean record;

  /**
   * Checks the options before the work begins.
   *
   * @param model the model as the user named it
   */
  void prepare(Console console, String model) {
    OutputFileValidator.prepare(console, report);
    if (record && !Files.isDirectory(Path.of(model))) {
      throw new IsoglossException(
          "--record needs a model folder to write to, found the shipped model " + model);
    }
  }

  /** Whether the figures are only printed. */
  boolean isPrintedOnly() {
    return report == null && !record;
  }

  void print(Console console, Supplier<String> asJson, Supplier<String> asText) {
    if (json) {
      console.printJson(asJson.get());
    } else {
      console.print(asText.get().stripTrailing());
    }
  }

  /** Writes the page, if the user wants one. */
  void write(Console console, Supplier<HtmlReport> page) {
    if (report != null) {
      page.get().write(report);
      console.note("Wrote " + OutputFileValidator.displayName(report));
    }
  }

  /**
   * Replaces the figures of this benchmark in the manifest of a model, if the user wants that.
   *
   * @param setting the benchmark, and the pipeline unless it is the default
   */
  void record(Console console, Path model, String setting, Map<String, Double> figures) {
    if (!record) {
      return;
    }
    ModelManifest manifest = ModelManifest.read(model);
    Provenance provenance = manifest.provenance();
    List<EvaluationResult> measured = new ArrayList<>(provenance.results());
    measured.removeIf(before -> before.benchmark().equals(setting));
    figures.forEach(
        (figure, value) -> measured.add(new EvaluationResult(setting, figure, rounded(value))));
    manifest.withProvenance(provenance.withResults(measured)).write(model);
    console.note("Wrote the figures to " + model.resolve(ModelManifest.FILE));
  }

  private static double rounded(double value) {
    return Math.round(value * 1e4) / 1e4;
  }
}
