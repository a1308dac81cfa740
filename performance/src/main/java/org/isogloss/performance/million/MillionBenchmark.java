// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.million;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.FSDirectory;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.core.Retriever;
import org.isogloss.data.OnError;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.IndexCopier;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.SearchIndexBuilder;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.manifest.VectorQuantization;
import org.isogloss.search.storage.IndexLocation;

/** The steps of {@code performance/million}, each in a process of its own. */
final class MillionBenchmark {
  private static final List<String> PIPELINES = List.of("bm25", "dense");
  private static final String WORDS = "words";

  /** Numbers of hits for each of many small graphs, and for one large graph. */
  private static final List<Integer> NEAREST_PER_LANGUAGE = List.of(10, 20);

  private static final List<Integer> NEAREST_OF_ALL = List.of(10, 50, 100, 200);

  private final Figures figures;
  private final PassageSource source;
  private final Path folder;
  private final Path documents;
  private final Path exact;
  private final int threads;

  private MillionBenchmark(Figures figures, Path data, Path folder, int threads) {
    this.figures = figures;
    this.source = PassageSource.of(data);
    this.folder = folder;
    this.documents = folder.resolve("documents.jsonl.gz");
    this.exact = folder.resolve("exact.txt");
    this.threads = threads;
  }

  /**
   * Runs a step.
   *
   * @param args folder of the data (see {@link PassageSource#of}), scratch folder, name or folder
   *     of a model, number of passages, number of threads; then {@code documents} (writes the
   *     passages and compares queries with them), {@code build KIND} or {@code search KIND}, where
   *     KIND is {@code none}, {@code 4-bit} or {@code 1-bit} for an index of Isogloss, {@code
   *     words} for one without vectors, the address of a collection, to which {@code none} is
   *     copied, {@code lucene}, {@code lucene-words} or {@code lucene-one-graph}
   */
  public static void main(String[] args) throws IOException {
    try (PrintStream out =
            new PrintStream(
                new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        LoadedModel model = Models.open(args[2], Integer.parseInt(args[4]))) {
      new MillionBenchmark(
              new Figures(out), Path.of(args[0]), Path.of(args[1]), Integer.parseInt(args[4]))
          .run(model, Integer.parseInt(args[3]), args[5], args.length > 6 ? args[6] : "");
    }
  }

  private void run(LoadedModel model, int passages, String step, String kind) throws IOException {
    switch (step) {
      case "documents" -> {
        Files.createDirectories(folder);
        source.write(documents, passages);
        source.writeQueries(folder.resolve("queries.tsv"), ExactNeighbours.QUERIES);
        figures.build(
            "exact search of " + ExactNeighbours.QUERIES + " queries",
            passages,
            () -> ExactNeighbours.write(documents, source.queries(), model.encoder(), exact));
      }
      case "build" -> {
        figures.build(kind, passages, () -> build(model, kind));
        if (!isCollection(kind)) {
          figures.sizes(folder.resolve(kind));
        }
      }
      case "search" -> search(model.encoder(), kind);
      default -> throw new IllegalArgumentException(step);
    }
  }

  private Optional<LuceneAlone> lucene(String kind, Encoder encoder) {
    return LuceneAlone.Content.find(kind)
        .map(content -> new LuceneAlone(folder.resolve(kind), content, encoder));
  }

  private static boolean isCollection(String kind) {
    return kind.startsWith("solr:");
  }

  private IndexLocation location(String kind) {
    return isCollection(kind) ? IndexLocations.of(kind) : IndexLocations.of(folder.resolve(kind));
  }

  private void build(LoadedModel model, String kind) throws IOException {
    if (isCollection(kind)) {
      new IndexCopier(location(kind), threads).copy(location("none"), copied -> {});
      return;
    }
    Optional<LuceneAlone> lucene = lucene(kind, model.encoder());
    if (lucene.isPresent()) {
      lucene.get().build(documents, threads);
      return;
    }
    // Lucene alone finds no translations either.
    var builder = Indexer.at(folder.resolve(kind)).threads(threads).withoutLinks();
    if (!kind.equals(WORDS)) {
      VectorQuantization quantization = VectorQuantization.find(kind).orElseThrow();
      builder
          .encoder(model.name(), model.encoder())
          .vectors(VectorOptions.PLAIN.withQuantization(quantization));
    }
    try (var source = DocumentSource.of(documents, JsonlDocuments.read(documents, OnError.FAIL));
        Indexer indexer = builder.open()) {
      indexer.index(source);
    }
  }

  private SearchIndex open(String kind, Encoder encoder) {
    SearchIndexBuilder index = SearchIndex.at(location(kind));
    return (kind.equals(WORDS) ? index : index.encoder(encoder)).open();
  }

  private void search(Encoder encoder, String kind) throws IOException {
    List<Query> queries = source.queries();
    ExactNeighbours neighbours = ExactNeighbours.read(exact);
    Optional<LuceneAlone> lucene = lucene(kind, encoder);
    if (lucene.isPresent()) {
      lucene
          .get()
          .search(
              queries,
              neighbours,
              kind.equals("lucene") ? NEAREST_PER_LANGUAGE : NEAREST_OF_ALL,
              figures);
      return;
    }
    if (!isCollection(kind)) {
      try (FSDirectory directory = FSDirectory.open(IndexFolder.lucene(folder.resolve(kind)));
          DirectoryReader reader = DirectoryReader.open(directory)) {
        figures.segments(reader);
      }
    }
    try (SearchIndex search = open(kind, encoder)) {
      Set<String> pipelines = new LinkedHashSet<>(kind.equals(WORDS) ? List.of("bm25") : PIPELINES);
      pipelines.add(search.defaultPipeline().toString());
      for (String pipeline : pipelines) {
        Retriever retriever = search.retriever(pipeline);
        figures.latency(
            kind + ", " + pipeline,
            queries,
            query -> retriever.retrieve(query, ExactNeighbours.DEPTH));
        if (pipeline.equals("dense")) {
          figures.print(
              "    %.4f of the nearest 10 found",
              neighbours.recall(
                  queries,
                  query -> cosines(retriever.retrieve(query, ExactNeighbours.DEPTH).hits())));
          residentFiles(kind);
        }
      }
      residentFiles(kind);
      figures.heap();
    }
  }

  private void residentFiles(String kind) throws IOException {
    if (!isCollection(kind)) {
      figures.residentFiles(folder.resolve(kind));
    }
  }

  private static double[] cosines(List<Hit> hits) {
    return hits.stream().mapToDouble(Hit::score).toArray();
  }
}
