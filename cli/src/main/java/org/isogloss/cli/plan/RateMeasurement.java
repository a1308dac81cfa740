// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.FolderTree;
import org.isogloss.engine.DefaultPipeline;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Rerankers;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.manifest.VectorQuantization;
import org.isogloss.text.segmentation.WordSegmenter;

/** Measures {@link IndexRates}: indexes the same documents in every form, one after the other. */
final class RateMeasurement {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final String PROCESSOR_NAME = "model name";

  private final LoadedModel model;
  private final Rerankers rerankers;
  private final List<Document> documents;
  private final Path folder;

  private RateMeasurement(
      LoadedModel model, Rerankers rerankers, List<Document> documents, Path folder) {
    this.model = model;
    this.rerankers = rerankers;
    this.documents = documents;
    this.folder = folder;
  }

  /** The size of an index, and the processor seconds in which it was written. */
  private record Built(long bytes, double seconds) {}

  /**
   * Measures the rates of a model.
   *
   * @param documents documents to be indexed
   * @param listener receives the name of each index before it is written
   */
  static IndexRates measure(
      LoadedModel model, int threads, List<Document> documents, Consumer<String> listener) {
    try {
      Path folder = Files.createTempDirectory("isogloss-plan");
      try (Rerankers rerankers = new Rerankers(InferenceOptions.defaults().withThreads(threads))) {
        return new RateMeasurement(model, rerankers, documents, folder).rates(listener);
      } finally {
        FolderTree.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new IsoglossException("cannot measure in a temporary folder: " + e.getMessage(), e);
    }
  }

  private IndexRates rates(Consumer<String> listener) {
    // The first index is written by code that the JVM has not compiled yet.
    build("warm-up", listener, this::withVectors);
    Path text = folder.resolve("words");
    Built words = build("words", listener, builder -> builder);
    AtomicLong passages = new AtomicLong();
    AtomicLong wordCount = new AtomicLong();
    try (SearchIndex index = SearchIndex.open(text)) {
      index.forEachPassage(
          (passage, metadata) -> {
            passages.incrementAndGet();
            wordCount.addAndGet(WordSegmenter.split(passage.text(), passage.language()).size());
          });
    }
    if (passages.get() == 0) {
      throw new IsoglossException("no passages to measure; give a collection with texts");
    }
    double count = passages.get();
    Map<VectorQuantization, Double> vectorBytes = new EnumMap<>(VectorQuantization.class);
    Map<StoredVectors, Double> seconds = new EnumMap<>(StoredVectors.class);
    Map<StoredVectors, Double> storedBytes = new EnumMap<>(StoredVectors.class);
    Built plain = build("float", listener, this::withVectors);
    vectorBytes.put(VectorQuantization.NONE, (plain.bytes() - words.bytes()) / count);
    seconds.put(StoredVectors.PASSAGES, plain.seconds() / count);
    storedBytes.put(StoredVectors.PASSAGES, 0.0);
    for (VectorQuantization quantization :
        List.of(VectorQuantization.FOUR_BITS, VectorQuantization.ONE_BIT)) {
      Built quantized =
          build(
              quantization.id(),
              listener,
              builder ->
                  withVectors(builder).vectors(VectorOptions.PLAIN.withQuantization(quantization)));
      vectorBytes.put(quantization, (quantized.bytes() - words.bytes()) / count);
    }
    Built sentences =
        build(
            "sentences",
            listener,
            builder ->
                withVectors(builder)
                    .vectors(new VectorOptions(/* calibrated= */ false, /* sentences= */ true)));
    seconds.put(StoredVectors.SENTENCES, sentences.seconds() / count);
    storedBytes.put(StoredVectors.SENTENCES, (sentences.bytes() - plain.bytes()) / count);
    Optional<String> reranker =
        DefaultPipeline.tokenVectorModel(
            Optional.empty(), Optional.of(model.name()), Optional.empty());
    if (reranker.isPresent()) {
      Built tokens =
          build(
              "tokens",
              listener,
              builder ->
                  withVectors(builder)
                      .tokenVectors(reranker.get(), rerankers.tokenVectorScorer(reranker.get())));
      seconds.put(StoredVectors.TOKENS, tokens.seconds() / count);
      storedBytes.put(StoredVectors.TOKENS, (tokens.bytes() - plain.bytes()) / count);
    }
    return new IndexRates(
        model.name(),
        processor(),
        passages.get(),
        wordCount.get() / count,
        model.encoder().dimension(),
        seconds,
        words.bytes() / count,
        vectorBytes,
        storedBytes);
  }

  private IndexerBuilder withVectors(IndexerBuilder builder) {
    return builder.encoder(model.name(), model.encoder()).vectors(VectorOptions.PLAIN);
  }

  /** Writes an index on one thread, so that all have the same number of segments. */
  private Built build(
      String name, Consumer<String> listener, Function<IndexerBuilder, IndexerBuilder> options) {
    listener.accept(name);
    Path index = folder.resolve(name);
    Duration before = processorTime();
    try (Indexer indexer = options.apply(Indexer.at(index).threads(1)).open()) {
      indexer.index(DocumentSource.of(documents));
    }
    return new Built(FolderTree.size(index), processorTime().minus(before).toMillis() / 1e3);
  }

  /** Processor time of this process, of all threads. */
  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  /** The name of the processor, or of its architecture if the system has no list of processors. */
  private static String processor() {
    if (!Files.isReadable(PROCESSORS)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith(PROCESSOR_NAME))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      throw FileErrors.cannotRead(PROCESSORS, e);
    }
  }
}
