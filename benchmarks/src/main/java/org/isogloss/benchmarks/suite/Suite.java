// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.suite;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.benchmarks.BenchmarkListener;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.system.IndexedSystem;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.measure.Comparison;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Run;

/**
 * Collections of different kinds, each in a folder of its own. The file {@value #FILE} next to the
 * folders lists them: on each line the name of the folder, {@code tuning} or {@code reporting}, and
 * a description, separated by tabs; a line that begins with # is a comment.
 *
 * @param collections in the order of the file
 */
public record Suite(List<SuiteCollection> collections) {
  /** The name of the file that lists the collections. */
  public static final String FILE = "suite.tsv";

  private static final int DEPTH = 100;
  private static final Measure FIRST = Measure.success(1);
  private static final Measure FIRST_TEN = Measure.success(10);
  private static final Measure NDCG = Measure.ndcg(10);
  private static final List<Measure> MEASURES = List.of(Measure.RR, FIRST, FIRST_TEN, NDCG);

  public Suite {
    collections = List.copyOf(collections);
  }

  /**
   * Reads the list of collections, not the collections themselves.
   *
   * @throws IsoglossException if the list cannot be read, has a malformed line, names a collection
   *     twice, or names none
   */
  public static Suite read(Path folder) {
    Path file = folder.resolve(FILE);
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new IsoglossException(
          FileErrors.describe(e)
              + "; expected a line for each collection of the suite: its folder, tuning or"
              + " reporting, and a description",
          e);
    }
    List<SuiteCollection> collections = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank() && !lines.get(i).startsWith("#")) {
        SuiteCollection collection = parse(folder, lines.get(i), file + ":" + (i + 1));
        if (!names.add(collection.name())) {
          throw new IsoglossException(
              file + ":" + (i + 1) + ": " + collection.name() + " is listed twice");
        }
        collections.add(collection);
      }
    }
    if (collections.isEmpty()) {
      throw new IsoglossException(file + ": lists no collection");
    }
    return new Suite(collections);
  }

  private static SuiteCollection parse(Path folder, String line, String place) {
    String[] columns = line.split("\t", -1);
    if (columns.length != 3) {
      throw new IsoglossException(
          place
              + ": has "
              + columns.length
              + " columns, expected a folder, tuning or reporting, and a description, separated by"
              + " tabs");
    }
    for (SuiteCollection.Role role : SuiteCollection.Role.values()) {
      if (columns[1].equals(role.name().toLowerCase(Locale.ROOT))) {
        return new SuiteCollection(columns[0], role, columns[2], folder.resolve(columns[0]));
      }
    }
    throw new IsoglossException(
        place + ": \"" + columns[1] + "\" is no role, expected tuning or reporting");
  }

  /** Returns only some of the collections. */
  public Suite withCollections(Set<String> names) {
    for (String name : names) {
      if (collections.stream().noneMatch(collection -> collection.name().equals(name))) {
        throw new IsoglossException(
            "the suite has no collection "
                + name
                + ", expected "
                + String.join(", ", collections.stream().map(SuiteCollection::name).toList()));
      }
    }
    return new Suite(
        collections.stream().filter(collection -> names.contains(collection.name())).toList());
  }

  /**
   * Returns a pipeline after each of its stages: bm25, dense, <code>{bm25, dense}fair</code>, the
   * same with re-ranking.
   */
  public static List<Pipeline> stages(Pipeline pipeline) {
    return PipelineStages.of(pipeline);
  }

  /**
   * Measures pipelines on each collection, in one index for all of them. Reads all collections
   * first, so that a missing file is found at once.
   *
   * @param system indexes the collections, for all pipelines
   * @param reference the pipeline with which each is compared
   * @param seed seed of the significance tests
   * @throws IsoglossException if a collection cannot be read
   */
  public SuiteResult measure(
      IndexedSystem system,
      List<Pipeline> pipelines,
      SuiteResult.Reference reference,
      long seed,
      BenchmarkListener listener) {
    requireNonNull(listener, "listener is null");
    List<TestCollection> read = collections.stream().map(SuiteCollection::read).toList();
    List<SuiteResult.Row> rows = new ArrayList<>();
    for (int i = 0; i < collections.size(); i++) {
      rows.add(measure(collections.get(i), read.get(i), system, pipelines, reference, seed));
      listener.progress(i + 1, collections.size());
    }
    return new SuiteResult(
        system.model(), pipelines.stream().map(Pipeline::toString).toList(), reference, rows);
  }

  private static SuiteResult.Row measure(
      SuiteCollection described,
      TestCollection collection,
      IndexedSystem system,
      List<Pipeline> pipelines,
      SuiteResult.Reference reference,
      long seed) {
    List<SuiteResult.Figures> figures = new ArrayList<>();
    try (IndexedSystem.IndexedCollection index = system.index(collection.documents(), pipelines)) {
      Optional<Evaluation> before = Optional.empty();
      for (Pipeline pipeline : pipelines) {
        long started = System.nanoTime();
        Run run = index.search(pipeline, collection.queries(), Set.of(), DEPTH, () -> {});
        Duration took =
            Duration.ofNanos((System.nanoTime() - started) / collection.queries().size());
        Evaluation evaluation =
            Evaluation.of(collection.qrels(), run, MEASURES, EvaluationOptions.COMPLETE);
        figures.add(
            new SuiteResult.Figures(
                evaluation.value(Measure.RR),
                evaluation.value(FIRST),
                evaluation.value(FIRST_TEN),
                evaluation.value(NDCG),
                before.map(earlier -> gain(earlier, evaluation, seed)),
                took));
        if (before.isEmpty() || reference == SuiteResult.Reference.PREVIOUS) {
          before = Optional.of(evaluation);
        }
      }
    }
    return new SuiteResult.Row(
        described, collection.documents().size(), collection.queries().size(), figures);
  }

  private static SuiteResult.Gain gain(Evaluation before, Evaluation after, long seed) {
    Comparison.Row row = Comparison.of(before, after, seed).rows().getFirst();
    return new SuiteResult.Gain(row.difference(), row.randomization().p());
  }
}
