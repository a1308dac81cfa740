// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.benchmarks.BenchmarkListener;
import org.isogloss.benchmarks.Benchmarks;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.system.IndexedSystem;
import org.isogloss.benchmarks.system.RetrievalSystem;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.engine.DefaultPipeline;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.engine.Rerankers;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
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
  private record Device(String name, LoadedModel model, Rerankers rerankers)
      implements AutoCloseable {
    static Device open(String name, Precision precision, String model) {
      InferenceOptions options = InferenceOptions.defaults().withPrecision(precision);
      return new Device(name, Models.open(model, options), new Rerankers(options));
    }

    Encoder encoder() {
      return model.encoder();
    }

    PipelineComponents components() {
      return new PipelineComponents(rerankers::find, name -> Optional.empty());
    }

    @Override
    public void close() {
      rerankers.close();
      model.close();
    }
  }

  private DeviceMixBenchmark() {}

  /** Compares by {@code DATA BENCHMARK MODEL}. */
  public static void main(String[] args) {
    Path data = Path.of(args[0]);
    try (Device processor = Device.open("eight bits", Precision.INT8, args[2]);
        Device gpu = Device.open("decoded", Precision.FP32, args[2])) {
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
          Device indexing = devices.getFirst();
          Device searching = devices.getLast();
          RetrievalSystem system =
              new IndexedSystem(
                      args[2],
                      indexing.encoder(),
                      pipeline.toString(),
                      Runtime.getRuntime().availableProcessors(),
                      indexing.components())
                  .searchedBy(searching.encoder(), searching.components());
          OUT.printf(
              Locale.ROOT,
              "%s, passages: %s, queries: %s: %s%n",
              pipeline,
              indexing.name(),
              searching.name(),
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
}
