// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.benchmarks.Benchmark;
import org.isogloss.benchmarks.Benchmarks;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.mining.MiningBenchmark;
import org.isogloss.benchmarks.mining.MiningBenchmarkOptions;
import org.isogloss.benchmarks.mining.MiningBenchmarkResult;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.result.Measurement;
import org.isogloss.benchmarks.suite.ProbabilityResult;
import org.isogloss.benchmarks.suite.Suite;
import org.isogloss.benchmarks.suite.SuiteProbabilities;
import org.isogloss.benchmarks.suite.SuiteResult;
import org.isogloss.benchmarks.system.IndexedSystem;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.EncoderModelOption;
import org.isogloss.cli.option.TranslationTableOption;
import org.isogloss.cli.option.TranslatorOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.ScoreProbability;
import org.isogloss.engine.DefaultPipeline;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Rerankers;
import org.isogloss.engine.Translators;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.search.pipeline.TranslationModels;
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

  /** Seed of the significance tests of the suite. */
  private static final long SEED = 1;

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

  @Mixin private EncoderModelOption model;

  @Option(
      names = "--pipeline",
      paramLabel = "P",
      description =
          "Search pipeline. Default: dense for tatoeba, ntrex and europarl-mates, otherwise"
              + " that of search.")
  private Optional<String> pipeline = Optional.empty();

  @Option(
      names = "--alternative",
      paramLabel = "P",
      description =
          "suite: compare this pipeline with that of --pipeline, instead of measuring its stages;"
              + " repeatable.")
  private List<String> alternatives = List.of();

  @Mixin private TranslationTableOption tables;

  @Mixin private TranslatorOption translators;

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
      names = "--export",
      paramLabel = "DIR",
      description =
          "Measure nothing; write documents.jsonl, queries.jsonl and qrels.txt of each"
              + " collection.")
  private Path export;

  @Option(
      names = "--record",
      description = "Write the averages into the isogloss.json of the model folder.")
  private boolean record;

  @Option(
      names = "--languages",
      split = ",",
      paramLabel = "LANG",
      description =
          "mining: the languages to mine against English (default: de,fr,ru,zh). xpr-xquad: the"
              + " two mixed languages (default: en,zh). help: the languages of headings and sections,"
              + " or one for both (default: en,de). help-rotated: two or more (default: cs,de,en,hu,zh).")
  private List<String> languages = List.of();

  @Option(
      names = "--collections",
      split = ",",
      paramLabel = "NAME",
      description = "suite: measure only these collections (default: all).")
  private List<String> collections = List.of();

  @Option(
      names = "--probabilities",
      description =
          "suite: measure the probabilities of the re-ranker, and the preference for the language"
              + " of the query, instead of the stages of the pipeline.")
  private boolean probabilities;

  @Option(
      names = "--estimate",
      paramLabel = "DIR",
      description =
          "suite: like --probabilities, but estimate them on the collections for tuning first, and"
              + " store the estimate in this folder of the re-ranker.")
  private Path estimated;

  @Option(
      names = "--others",
      paramLabel = "N",
      description =
          "mining: maximum number of other sentences of each language among which pairs are"
              + " hidden (default: 20,000).")
  private Optional<Integer> backgroundSentences = Optional.empty();

  @Mixin private CommonOptions common;

  BenchmarkCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OutputFileValidator.prepare(console, report);
    if (record && !Files.isDirectory(Path.of(model.name()))) {
      throw new IsoglossException(
          "--record needs a model folder to write to, found the shipped model " + model.name());
    }
    if (!alternatives.isEmpty() && !name.equals(Benchmarks.SUITE)) {
      throw new IsoglossException("--alternative belongs to the benchmark suite");
    }
    if (name.equals(Benchmarks.MINING)) {
      mine();
      return 0;
    }
    if (name.equals(Benchmarks.SUITE)) {
      measureSuite();
      return 0;
    }
    Benchmark benchmark = benchmark();
    if (export != null) {
      export(benchmark);
      return 0;
    }
    try (LoadedModel loaded = model.open(common);
        Rerankers rerankers = new Rerankers(common.threads);
        Translators opened = translators.open(common.threads)) {
      String modelName = loaded.folder().manifest().name();
      String pipelineText =
          pipeline.or(benchmark::defaultPipeline).orElseGet(() -> defaultPipeline(loaded));
      PipelineComponents components =
          new PipelineComponents(rerankers::find, name -> Optional.empty(), opened.models());
      requireTranslations(pipelineText, components.translationModels());
      IndexedSystem system =
          new IndexedSystem(modelName, loaded.encoder(), pipelineText, common.threads, components)
              .withTables(tables.files);
      ProgressBar progress = console.progress("Measuring " + name, "queries");
      BenchmarkResult result =
          benchmark
              .run(data, system, progress::update)
              .withMeasurement(Measurement.endingNow(loaded.folder().fingerprint()));
      console.endProgress();
      print(result::toJson, result::toText);
      if (record) {
        String setting = pipelineText.equals(DEFAULT_SETTING) ? name : name + " by " + pipelineText;
        record(setting, result.summary());
      }
      if (report != null) {
        write(result.toReport(benchmark.description()));
      }
    }
    return 0;
  }

  private static String defaultPipeline(LoadedModel loaded) {
    return DefaultPipeline.ofNewIndex(SearchIndex.defaultPipeline(loaded.encoder()), loaded.name())
        .toString();
  }

  private void measureSuite() {
    if (export != null || report != null || record || !languages.isEmpty()) {
      throw new IsoglossException(
          "suite prints one table: omit --export, --report, --record and --languages");
    }
    Suite suite = Suite.read(data);
    if (!collections.isEmpty()) {
      suite = suite.withCollections(Set.copyOf(collections));
    }
    try (LoadedModel loaded = model.open(common);
        Rerankers rerankers = new Rerankers(common.threads);
        Translators opened = translators.open(common.threads)) {
      String whole = pipeline.orElseGet(() -> defaultPipeline(loaded));
      PipelineComponents components =
          new PipelineComponents(rerankers::find, name -> Optional.empty(), opened.models());
      requireTranslations(whole, components.translationModels());
      IndexedSystem system =
          new IndexedSystem(
                  loaded.folder().manifest().name(),
                  loaded.encoder(),
                  whole,
                  common.threads,
                  components)
              .withTables(tables.files);
      ProgressBar progress = console.progress("Measuring", "collections");
      if (probabilities || estimated != null) {
        measureProbabilities(suite, system, Pipeline.parse(whole), components, progress);
        return;
      }
      SuiteResult result =
          alternatives.isEmpty()
              ? suite.measure(
                  system,
                  Suite.stages(Pipeline.parse(whole)),
                  SuiteResult.Reference.PREVIOUS,
                  SEED,
                  progress::update)
              : suite.measure(
                  system,
                  Stream.concat(Stream.of(whole), alternatives.stream())
                      .map(Pipeline::parse)
                      .toList(),
                  SuiteResult.Reference.FIRST,
                  SEED,
                  progress::update);
      console.endProgress();
      print(result::toJson, result::toText);
    }
  }

  private void measureProbabilities(
      Suite suite,
      IndexedSystem system,
      Pipeline pipeline,
      PipelineComponents components,
      ProgressBar progress) {
    PairScorer reranker =
        pipeline
            .reranker()
            .flatMap(components.scorers())
            .orElseThrow(
                () ->
                    new IsoglossException(
                        "the pipeline "
                            + pipeline
                            + " has no re-ranker, whose scores become probabilities; name one with"
                            + " --pipeline"));
    if (estimated == null && reranker.probability().isEmpty()) {
      throw new IsoglossException(
          "the re-ranker has no probabilities that can be measured; estimate them with --estimate");
    }
    SuiteProbabilities measured = new SuiteProbabilities(suite, system, pipeline, progress::update);
    console.endProgress();
    ScoreProbability conversion =
        estimated == null ? reranker.probability().orElseThrow() : measured.estimate();
    ProbabilityResult result = measured.measure(conversion);
    print(result::toJson, result::toText);
    if (estimated != null) {
      ModelManifest.read(estimated).withProbability(conversion).write(estimated);
      console.note("Stored the probabilities in " + estimated);
    }
  }

  /** Fails before the documents are indexed if the pipeline cannot run. */
  private void requireTranslations(String pipelineText, TranslationModels models) {
    Pipeline parsed = Pipeline.parse(pipelineText);
    boolean tablesNeeded =
        parsed.lexicalRetrievers().stream()
            .anyMatch(part -> part.usesTables() && !(part instanceof Pipeline.Translate));
    if (tablesNeeded && tables.files.isEmpty()) {
      throw new IsoglossException(
          "the pipeline \"" + pipelineText + "\" needs translation tables: give them with --table");
    }
    boolean tablesSuffice = !tables.files.isEmpty() && !parsed.usesTranslatedVectors();
    if (parsed.usesTranslationModels() && models.isEmpty() && !tablesSuffice) {
      throw new IsoglossException(
          "the pipeline \""
              + pipelineText
              + "\" needs translations: give models with --translator, or, for translate, tables"
              + " with --table");
    }
  }

  private Benchmark benchmark() {
    if (backgroundSentences.isPresent()) {
      throw new IsoglossException("--others belongs to the benchmark mining");
    }
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

  private void mine() {
    if (export != null || pipeline.isPresent() || !tables.files.isEmpty()) {
      throw new IsoglossException(
          "mining compares sentences without an index: omit --pipeline, --table and --export");
    }
    MiningBenchmarkOptions setting = MiningBenchmarkOptions.defaults();
    setting = setting.withOptions(setting.options().withThreads(common.threads));
    if (!languages.isEmpty()) {
      setting = setting.withLanguages(languages.stream().map(Language::of).toList());
    }
    if (backgroundSentences.isPresent()) {
      if (backgroundSentences.get() < 0) {
        throw new IsoglossException(
            "--others is " + backgroundSentences.get() + ", expected 0 or more");
      }
      setting = setting.withBackgroundSentences(backgroundSentences.get());
    }
    try (LoadedModel loaded = model.open(common)) {
      ProgressBar progress = console.progress("Encoding", "lines");
      String modelName = loaded.folder().manifest().name();
      MiningBenchmarkResult result =
          MiningBenchmark.run(data, modelName, loaded.encoder(), setting, progress::update);
      console.endProgress();
      print(result::toJson, result::toText);
      if (record) {
        record(name, result.summary());
      }
      if (report != null) {
        write(result.toReport());
      }
    }
  }

  private void print(Supplier<String> asJson, Supplier<String> asText) {
    if (json) {
      console.printJson(asJson.get());
    } else {
      console.print(asText.get().stripTrailing());
    }
  }

  private void write(HtmlReport page) {
    page.write(report);
    console.note("Wrote " + OutputFileValidator.displayName(report));
  }

  /** Replaces the figures recorded of this benchmark before. */
  private void record(String setting, Map<String, Double> figures) {
    Path folder = Path.of(model.name());
    ModelManifest manifest = ModelManifest.read(folder);
    Provenance provenance = manifest.provenance();
    List<EvaluationResult> measured = new ArrayList<>(provenance.results());
    measured.removeIf(before -> before.benchmark().equals(setting));
    figures.forEach(
        (figure, value) -> measured.add(new EvaluationResult(setting, figure, rounded(value))));
    manifest.withProvenance(provenance.withResults(measured)).write(folder);
    console.note("Wrote the figures to " + folder.resolve(ModelManifest.FILE));
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
              + Console.formatCount(collection.documents().size(), "document", "documents")
              + ", "
              + Console.formatCount(collection.queries().size(), "query", "queries"));
    }
  }
}
