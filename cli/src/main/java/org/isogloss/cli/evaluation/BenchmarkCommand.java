// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.isogloss.benchmarks.Benchmark;
import org.isogloss.benchmarks.Benchmarks;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.mining.MiningBenchmark;
import org.isogloss.benchmarks.mining.MiningBenchmarkOptions;
import org.isogloss.benchmarks.mining.MiningBenchmarkResult;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.result.Measurement;
import org.isogloss.benchmarks.system.IndexedSystem;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.engine.LoadedModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss benchmark}. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    description = {
      "Measure a model and a pipeline on a standard test set: tatoeba, ntrex, europarl-mates,"
          + " xquad, xquad-r, xquad-r-rotated, xpr-xquad, help, help-rotated, mining or suite.",
      "",
      "All except mining are indexed and searched like any collection; --export writes the"
          + " collections, so that index, run and evaluate give the same figures. The suite measures"
          + " the gain of each stage of the pipeline on collections of different kinds."
    })
public final class BenchmarkCommand implements Callable<Integer> {
  /** The pipeline of recorded figures if the manifest names none. */
  private static final String DEFAULT_SETTING = "dense";

  private final Console console;

  @Parameters(paramLabel = "NAME", description = "Which benchmark.")
  private String name;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description =
          "The folder that holds the folders of the benchmarks, or for suite its collections;"
              + " isogloss help benchmarks describes them.")
  private Path data;

  @Mixin private SystemOptions system;

  @Mixin private SuiteOptions suite;

  @Mixin private MiningOptions mining;

  @Mixin private BenchmarkOutput output;

  @Option(
      names = "--export",
      paramLabel = "DIR",
      description =
          "Measure nothing; write documents.jsonl, queries.jsonl and qrels.txt of each"
              + " collection.")
  private Path export;

  @Option(
      names = "--languages",
      split = ",",
      paramLabel = "LANG",
      description =
          "mining: the languages to mine against English (default: de,fr,ru,zh). xpr-xquad: the"
              + " two mixed languages (default: en,zh). help: the languages of headings and sections,"
              + " or one for both (default: en,de). help-rotated: two or more (default: cs,de,en,hu,zh).")
  private List<String> languages = List.of();

  @Mixin private CommonOptions common;

  BenchmarkCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    output.prepare(console, system.model());
    if (!name.equals(Benchmarks.SUITE)) {
      suite.requireUnused();
    }
    if (!name.equals(Benchmarks.MINING)) {
      mining.requireUnused();
    }
    switch (name) {
      case Benchmarks.MINING -> mine();
      case Benchmarks.SUITE -> measureSuite();
      default -> {
        Benchmark benchmark = benchmark();
        if (export == null) {
          measure(benchmark);
        } else {
          export(benchmark);
        }
      }
    }
    return 0;
  }

  private void mine() {
    if (export != null || !system.isModelOnly()) {
      throw new IsoglossException(
          "mining compares sentences without an index: omit --pipeline, --table, --translator and"
              + " --export");
    }
    MiningBenchmarkOptions settings =
        mining.settings(languages.stream().map(Language::of).toList(), common.threads);
    try (LoadedModel model = system.openModel(common)) {
      ProgressBar progress = console.progress("Encoding", "lines");
      MiningBenchmarkResult result =
          MiningBenchmark.run(
              data, model.folder().manifest().name(), model.encoder(), settings, progress::update);
      console.endProgress();
      output.print(console, result::toJson, result::toText);
      output.record(console, Path.of(system.model()), name, result.summary());
      output.write(console, result::toReport);
    }
  }

  private void measureSuite() {
    if (export != null || !output.isPrintedOnly() || !languages.isEmpty()) {
      throw new IsoglossException(
          "suite prints one table: omit --export, --report, --record and --languages");
    }
    try (OpenedSystem opened = system.open(common)) {
      suite.measure(data, opened, system.pipeline(), output, console);
    }
  }

  private void measure(Benchmark benchmark) {
    try (OpenedSystem opened = system.open(common)) {
      String pipeline =
          system.pipeline().or(benchmark::defaultPipeline).orElseGet(opened::defaultPipeline);
      IndexedSystem measured = opened.searchingBy(pipeline);
      ProgressBar progress = console.progress("Measuring " + name, "queries");
      BenchmarkResult result =
          benchmark
              .run(data, measured, progress::update)
              .withMeasurement(Measurement.endingNow(opened.model().folder().fingerprint()));
      console.endProgress();
      output.print(console, result::toJson, result::toText);
      String setting = pipeline.equals(DEFAULT_SETTING) ? name : name + " by " + pipeline;
      output.record(console, Path.of(system.model()), setting, result.summary());
      output.write(console, () -> result.toReport(benchmark.description()));
    }
  }

  private Benchmark benchmark() {
    if (languages.isEmpty()) {
      return Benchmarks.named(name);
    }
    List<Language> parsed = languages.stream().map(Language::of).distinct().toList();
    return switch (name) {
      case Benchmarks.XPR_XQUAD -> {
        if (parsed.size() != 2) {
          throw new IsoglossException(
              "--languages names " + languages + ", expected two, such as en,zh");
        }
        yield Benchmarks.mixedLanguage(parsed.getFirst(), parsed.getLast());
      }
      case Benchmarks.HELP -> {
        if (parsed.size() > 2) {
          throw new IsoglossException(
              "--languages names " + languages + ", expected one or two, such as de or en,de");
        }
        yield Benchmarks.help(parsed.getFirst(), parsed.getLast());
      }
      case Benchmarks.HELP_ROTATED -> {
        if (parsed.size() < 2) {
          throw new IsoglossException(
              "--languages names " + languages + ", expected two or more, such as de,en,zh");
        }
        yield Benchmarks.rotatedHelp(parsed);
      }
      default ->
          throw new IsoglossException(
              "--languages belongs to the benchmarks mining, "
                  + Benchmarks.XPR_XQUAD
                  + ", "
                  + Benchmarks.HELP
                  + " and "
                  + Benchmarks.HELP_ROTATED);
    };
  }

  private void export(Benchmark benchmark) {
    for (TestCollection collection : benchmark.collections(data)) {
      Path folder = export.resolve(collection.name());
      collection.write(folder);
      console.note(
          "Wrote "
              + folder
              + ": "
              + Console.formatCount(collection.documents().size(), "document", "documents")
              + ", "
              + Console.formatCount(collection.queries().size(), "query", "queries"));
    }
  }
}
