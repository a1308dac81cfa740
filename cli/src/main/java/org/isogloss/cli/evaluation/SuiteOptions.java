// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.benchmarks.suite.ProbabilityResult;
import org.isogloss.benchmarks.suite.Suite;
import org.isogloss.benchmarks.suite.SuiteProbabilities;
import org.isogloss.benchmarks.suite.SuiteResult;
import org.isogloss.benchmarks.system.IndexedSystem;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.model.ProbabilityFolder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.ScoreProbability;
import picocli.CommandLine.Option;

/** The benchmark suite: collections of different kinds, on which the stages of a pipeline count. */
final class SuiteOptions {
  /** Seed of the significance tests. */
  private static final long SEED = 1;

  @Option(
      names = "--alternative",
      paramLabel = "P",
      description =
          "suite: compare this pipeline with that of --pipeline, instead of measuring its stages;"
              + " repeatable.")
  private List<String> alternatives = List.of();

  @Option(
      names = "--collections",
      split = ",",
      paramLabel = "NAME",
      description = "suite: measure only these collections (default: all).")
  private List<String> collections = List.of();

  @Option(
      names = "--probabilities",
      description =
          "suite: measure the probabilities of hits, and the preference for the language of the"
              + " query, instead of the stages of the pipeline.")
  private boolean probabilities;

  @Option(
      names = "--estimate",
      paramLabel = "DIR",
      description =
          "suite: like --probabilities, but estimate them on the collections for tuning first, and"
              + " store the estimate in this folder of the re-ranker, or of the encoder without one.")
  private Optional<Path> estimated = Optional.empty();

  @Option(
      names = "--late-chunking",
      description = "suite: encode passages in the context of their documents, see index.")
  private boolean lateChunking;

  /** Fails if an option is given for another benchmark. */
  void requireUnused() {
    if (!alternatives.isEmpty()
        || !collections.isEmpty()
        || measuresProbabilities()
        || lateChunking) {
      throw new IsoglossException(
          "--alternative, --collections, --probabilities, --estimate and --late-chunking belong to"
              + " the benchmark suite");
    }
  }

  private boolean measuresProbabilities() {
    return probabilities || estimated.isPresent();
  }

  /**
   * Measures and prints.
   *
   * @param stated the pipeline; empty for that of a new index of the model
   */
  void measure(
      Path data,
      OpenedSystem opened,
      Optional<String> stated,
      BenchmarkOutput output,
      Console console) {
    Suite all = Suite.read(data);
    Suite suite = collections.isEmpty() ? all : all.withCollections(Set.copyOf(collections));
    String whole = stated.orElseGet(opened::defaultPipeline);
    IndexedSystem searching = opened.searchingBy(whole);
    IndexedSystem system = lateChunking ? searching.withLateChunking() : searching;
    alternatives.forEach(opened::requireTranslations);
    ProgressBar progress = console.progress("Measuring", "collections");
    if (measuresProbabilities()) {
      Pipeline pipeline = Pipeline.parse(whole);
      Optional<ScoreProbability> known = conversionOf(pipeline, opened);
      if (estimated.isEmpty() && known.isEmpty()) {
        throw new IsoglossException(
            "the model has no probabilities that can be measured; estimate them with --estimate");
      }
      Optional<ProbabilityFolder> folder =
          estimated.map(path -> opened.probabilityFolder(path, pipeline));
      SuiteProbabilities measured =
          new SuiteProbabilities(suite, system, pipeline, progress::update);
      console.endProgress();
      ScoreProbability conversion =
          estimated.isPresent() ? measured.estimate() : known.orElseThrow();
      ProbabilityResult result = measured.measure(conversion);
      output.print(console, result::toJson, result::toText);
      folder.ifPresent(
          stored -> {
            stored.store(conversion);
            console.note("Stored the probabilities in " + stored);
          });
      return;
    }
    List<Pipeline> pipelines =
        alternatives.isEmpty()
            ? Suite.stages(Pipeline.parse(whole))
            : Stream.concat(Stream.of(whole), alternatives.stream()).map(Pipeline::parse).toList();
    SuiteResult.Reference reference =
        alternatives.isEmpty() ? SuiteResult.Reference.PREVIOUS : SuiteResult.Reference.FIRST;
    SuiteResult result = suite.measure(system, pipelines, reference, SEED, progress::update);
    console.endProgress();
    output.print(console, result::toJson, result::toText);
  }

  /**
   * Returns the conversion of the scores of a pipeline's re-ranker, or of cosines without one, as
   * its model states it.
   */
  private static Optional<ScoreProbability> conversionOf(Pipeline pipeline, OpenedSystem opened) {
    if (pipeline.reranker().isPresent()) {
      return opened
          .components()
          .scorers()
          .apply(pipeline.reranker().get())
          .flatMap(PairScorer::probability);
    }
    if (!pipeline.usesVectors()) {
      throw new IsoglossException(
          "the pipeline "
              + pipeline
              + " has neither a re-ranker nor a dense retriever, whose scores become probabilities;"
              + " name another with --pipeline");
    }
    return opened.model().encoder().probability();
  }
}
