package org.isogloss.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.isogloss.benchmarks.Benchmark;
import org.isogloss.benchmarks.BenchmarkResult;
import org.isogloss.benchmarks.Benchmarks;
import org.isogloss.benchmarks.IndexedSystem;
import org.isogloss.benchmarks.TestCollection;
import org.isogloss.core.IsoglossException;
import org.isogloss.model.Measurement;
import org.isogloss.model.ModelManifest;
import org.isogloss.model.Provenance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss benchmark}. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    description = {
      "Measure a model and a pipeline on a test set of the field: tatoeba, ntrex, europarl-mates,"
          + " xquad, xquad-r or xpr-xquad.",
      "",
      "Each is indexed and searched as any collection; --export writes the collections, so that"
          + " index, search --run and evaluate can show the same figures."
    })
final class BenchmarkCommand implements Callable<Integer> {
  private static final String USUAL_PIPELINE = "dense";

  private final Console console;

  @Parameters(paramLabel = "NAME", description = "Which benchmark.")
  private String name;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description =
          "The folder that holds the benchmarks' folders; docs/benchmarks.md says what is in them.")
  private Path data;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "A model folder or the name of a shipped model (default: ${DEFAULT-VALUE}).")
  private String model = LoadedModel.USUAL;

  @Option(
      names = "--pipeline",
      paramLabel = "P",
      description = "How to search (default: ${DEFAULT-VALUE}).")
  private String pipeline = USUAL_PIPELINE;

  @Option(
      names = "--json",
      description = "Print one JSON object, and nothing else on standard output.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Write a page with heat maps and bars.")
  private Path report;

  @Option(
      names = "--export",
      paramLabel = "DIR",
      description =
          "Measure nothing, but write documents.jsonl, queries.jsonl and qrels.txt of each"
              + " collection.")
  private Path export;

  @Option(
      names = "--record",
      description = "Write the averages into the model folder's isogloss.json.")
  private boolean record;

  @Mixin private CommonOptions common;

  BenchmarkCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    Benchmark benchmark = Benchmarks.named(name);
    if (export != null) {
      export(benchmark);
      return 0;
    }
    try (LoadedModel loaded = LoadedModel.open(model, common.threads);
        Rerankers rerankers = new Rerankers(common.threads)) {
      String called = loaded.folder().manifest().name();
      IndexedSystem system =
          new IndexedSystem(called, loaded.encoder(), pipeline, common.threads, rerankers::find);
      ProgressBar progress = console.progress("Measuring " + name, "queries");
      BenchmarkResult result = benchmark.run(data, system, progress::update);
      console.endProgress();
      console.print(json ? result.toJson() : result.toText().stripTrailing());
      if (record) {
        record(result);
      }
      if (report != null) {
        result.toReport(benchmark.description()).write(report);
        console.note("Wrote " + report);
      }
    }
    return 0;
  }

  /** What was recorded of this benchmark before gives way. */
  private void record(BenchmarkResult result) {
    Path folder = Path.of(model);
    if (!Files.isDirectory(folder)) {
      throw new IsoglossException(
          "--record needs a model folder to write into, found the shipped model " + model);
    }
    ModelManifest manifest = ModelManifest.read(folder);
    Provenance provenance = manifest.provenance();
    String setting = pipeline.equals(USUAL_PIPELINE) ? name : name + " by " + pipeline;
    List<Measurement> measured = new ArrayList<>(provenance.measured());
    measured.removeIf(before -> before.benchmark().equals(setting));
    result
        .summary()
        .forEach((figure, value) -> measured.add(new Measurement(setting, figure, rounded(value))));
    manifest.withProvenance(provenance.withMeasured(measured)).write(folder);
    console.note("Wrote the figures into " + folder.resolve(ModelManifest.FILE));
  }

  private static double rounded(double value) {
    return Math.round(value * 1e4) / 1e4;
  }

  private void export(Benchmark benchmark) {
    for (TestCollection collection : benchmark.collections(data)) {
      Path folder = export.resolve(collection.name());
      collection.write(folder);
      console.note(
          "Wrote "
              + folder
              + ": "
              + Console.count(collection.documents().size(), "document", "documents")
              + ", "
              + Console.count(collection.queries().size(), "query", "queries"));
    }
  }
}
