// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.benchmarks.BenchmarkListener;
import org.isogloss.benchmarks.Benchmarks;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.system.RetrievalSystem;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Role;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.io.FolderTree;
import org.isogloss.engine.DefaultPipeline;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.engine.Rerankers;
import org.isogloss.measure.Run;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.search.BatchSearch;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.PipelineComponents;

/**
 * Measures searches of an index whose passages were encoded on a GPU by a processor. The vectors of
 * the GPU are those of a graph in eight bits with decoded weights, which a processor computes, too.
 */
public final class DeviceMixBenchmark {
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  /** The models of one device. */
  private record Device(String name, LoadedModel model, Rerankers rerankers, String reranker)
      implements AutoCloseable {
    static Device open(String name, Precision precision, String model, String reranker) {
      InferenceOptions options = InferenceOptions.defaults().withPrecision(precision);
      return new Device(name, Models.open(model, options), new Rerankers(options), reranker);
    }

    Encoder encoder() {
      return model.encoder();
    }

    Optional<TokenVectorScorer> scorer() {
      return rerankers.findTokenVectorScorer(reranker);
    }

    @Override
    public void close() {
      rerankers.close();
      model.close();
    }
  }

  private DeviceMixBenchmark() {}

  /** Compares by {@code DATA BENCHMARK MODEL RERANKER}. */
  public static void main(String[] args) {
    Path data = Path.of(args[0]);
    try (Device processor = Device.open("eight bits", Precision.INT8, args[2], args[3]);
        Device gpu = Device.open("decoded", Precision.FP32, args[2], args[3])) {
      if (!processor.encoder().fingerprint().equals(gpu.encoder().fingerprint())) {
        throw new IllegalArgumentException(
            args[2] + " has weights in single precision, expected only a graph in eight bits");
      }
      compareVectors(data, args[1], processor.encoder(), gpu.encoder());
      Pipeline dense = Pipeline.parse("dense(sentences=0)");
      Pipeline all =
          DefaultPipeline.ofNewIndex(
              SearchIndex.defaultPipeline(processor.encoder()), processor.model().name());
      for (Pipeline pipeline : Stream.of(dense, all).distinct().toList()) {
        for (List<Device> devices :
            List.of(List.of(processor, processor), List.of(gpu, processor), List.of(gpu, gpu))) {
          MixedSystem system = new MixedSystem(devices.getFirst(), devices.getLast(), pipeline);
          OUT.printf(
              Locale.ROOT,
              "%s, passages: %s, queries: %s: %s%n",
              pipeline,
              devices.getFirst().name(),
              devices.getLast().name(),
              Benchmarks.named(args[1]).run(data, system, BenchmarkListener.NONE).summary());
        }
      }
    }
  }

  private static void compareVectors(Path data, String benchmark, Encoder first, Encoder second) {
    double least = 1;
    double sum = 0;
    int count = 0;
    for (TestCollection collection : Benchmarks.named(benchmark).collections(data)) {
      List<String> texts = collection.documents().stream().map(Document::text).toList();
      float[][] a = first.encode(texts, Role.PASSAGE);
      float[][] b = second.encode(texts, Role.PASSAGE);
      for (int i = 0; i < a.length; i++) {
        double dot = 0;
        for (int j = 0; j < a[i].length; j++) {
          dot += a[i][j] * b[i][j];
        }
        least = Math.min(least, dot);
        sum += dot;
        count++;
      }
    }
    OUT.printf(
        Locale.ROOT,
        "Similarity of the two vectors of %,d texts: mean %.5f, least %.5f%n",
        count,
        sum / count,
        least);
  }

  /** Indexes with the models of one device, and searches with those of another one. */
  private record MixedSystem(Device indexing, Device searching, Pipeline parsed)
      implements RetrievalSystem {
    @Override
    public String model() {
      return indexing.model().name();
    }

    @Override
    public String pipeline() {
      return parsed.toString();
    }

    @Override
    public SearchableCollection open(List<Document> documents) {
      Path folder = temporaryFolder();
      boolean reranks = parsed.reranker().isPresent();
      var builder = Indexer.at(folder).encoder(indexing.model().name(), indexing.encoder());
      if (reranks) {
        indexing.scorer().ifPresent(scorer -> builder.tokenVectors(indexing.reranker(), scorer));
      }
      try (Indexer indexer = builder.open();
          DocumentSource source = DocumentSource.of(documents)) {
        indexer.index(source, progress -> {});
      }
      var opening = SearchIndex.at(folder).encoder(searching.encoder());
      if (reranks) {
        searching.scorer().ifPresent(opening::tokenVectors);
      }
      return new MixedCollection(folder, opening.open());
    }

    private static Path temporaryFolder() {
      try {
        return Files.createTempDirectory("isogloss-device-mix");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private final class MixedCollection implements SearchableCollection {
      private final Path folder;
      private final SearchIndex index;

      MixedCollection(Path folder, SearchIndex index) {
        this.folder = folder;
        this.index = index;
      }

      @Override
      public Run search(
          List<Query> queries,
          Set<Language> documentLanguages,
          int depth,
          Runnable onQueryAnswered) {
        Set<LanguageRange> ranges =
            documentLanguages.stream()
                .map(language -> new LanguageRange(language, Optional.empty()))
                .collect(Collectors.toSet());
        PipelineComponents components =
            new PipelineComponents(searching.rerankers()::find, name -> Optional.empty());
        var retriever = index.bestPassagePerDocument(index.retriever(parsed, ranges, components));
        Map<String, Ranking> rankings = new LinkedHashMap<>();
        int threads =
            BatchSearch.recommendedThreads(parsed, Runtime.getRuntime().availableProcessors());
        try (var answers = BatchSearch.search(retriever, queries, depth, threads)) {
          answers.forEachOrdered(
              answer -> {
                rankings.put(answer.query().id(), answer.ranking());
                onQueryAnswered.run();
              });
        }
        return Run.of(model(), rankings);
      }

      @Override
      public void close() {
        index.close();
        FolderTree.deleteIfExists(folder);
      }
    }
  }
}
