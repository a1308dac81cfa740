// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.SampleFiles;
import org.isogloss.cli.training.ShippedModels;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import picocli.CommandLine.Option;

/** Options of every command of {@code isogloss papers}. */
final class PaperCommandOptions {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The folder of training data and benchmarks; isogloss help guide/papers describes it"
              + " (default: samples/papers of Isogloss, enough for --scale smoke).")
  private Path data = SampleFiles.folder().resolve("papers");

  @Option(
      names = "--scale",
      paramLabel = "smoke|small|full",
      description =
          "Scale of the experiment: smoke (minutes, to see that it runs), small (hours, on a"
              + " sample) or full (default: small).")
  private ExperimentScale scale = ExperimentScale.SMALL;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Folder of finished rows and checkpoints (default: PAPER-SCALE.work).")
  private Path work;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all random choices (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "Run all experiments with N seeds, from --seed on, and report means and standard"
              + " deviations (default: ${DEFAULT-VALUE}).")
  private int seeds = 1;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Override a key of the rows' recipe, such as training.steps=1000; may be repeated.")
  private List<String> overrides = List.of();

  @Option(
      names = "--size",
      paramLabel = "NAME=N",
      description =
          "Replace a size of the scale, such as documents=1200 or test-queries=all; may be"
              + " repeated. The settings in the report name all sizes.")
  private Map<String, String> sizes = Map.of();

  @Option(names = "--keep-models", description = "Keep the trained models in --work.")
  private boolean keepModels;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write all tables, with seed, sizes and p-values.")
  private Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Write an HTML page with tables, curves and bar charts.")
  private Path report;

  /** Validates the output files before the work begins. */
  void prepare(Console console, Path... others) {
    Path[] all = Arrays.copyOf(others, others.length + 2);
    all[others.length] = json;
    all[others.length + 1] = report;
    OutputFileValidator.prepare(console, all);
  }

  /**
   * Returns the settings, without a base model.
   *
   * @param experiment name of the experiments
   */
  PaperOptions.Builder options(String experiment, int threads) {
    return PaperOptions.builder(data, workFolder(experiment))
        .scale(scale)
        .seed(seed)
        .seeds(seeds)
        .threads(threads)
        .overrides(overrides)
        .sizes(sizes)
        .keepModels(keepModels);
  }

  /**
   * Returns the folder of a base model.
   *
   * @param experiment name of the experiments
   */
  Path base(String experiment, PaperBaseOption base, Console console) {
    return base.folder(new ShippedModels(workFolder(experiment).resolve("shipped"), console));
  }

  /**
   * Runs the experiments. If a file of the work folder belongs to another run, the message names
   * the option of the folder.
   */
  <T> T run(Path workFolder, Supplier<T> experiments) {
    return OptionHint.add("--work DIR", OptionHint.concerning(workFolder), experiments);
  }

  private Path workFolder(String experiment) {
    return work == null
        ? Path.of(experiment + "-" + scale.name().toLowerCase(Locale.ROOT) + ".work")
        : work;
  }

  /** Prints and writes the results. */
  void printResult(PaperResult result, HtmlReport page, Console console) {
    console.endProgress();
    console.print(result.toText().stripTrailing());
    if (json != null) {
      byte[] text = result.toJson().getBytes(StandardCharsets.UTF_8);
      AtomicFile.write(json, out -> out.write(text));
      console.note("Wrote " + OutputFileValidator.displayName(json));
    }
    if (report != null) {
      page.write(report);
      console.note("Wrote " + OutputFileValidator.displayName(report));
    }
  }
}
