// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.StaticEncoder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Sentences a second through the shipped static encoder, tokenization included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class StaticEncoderBenchmark {
  private static final int SENTENCES = 10_000;

  /** Number of threads. */
  @Param({"1", "2"})
  public int threads;

  private StaticEncoder encoder;
  private List<String> sentences;

  /** Reads model and sentences. */
  @Setup
  public void open() {
    try (ModelFolder folder = ModelFolder.open("tiny")) {
      encoder = StaticEncoder.of(folder, threads);
    }
    sentences = SampleSentences.sentences().subList(0, SENTENCES);
  }

  /** Encodes all sentences. */
  @Benchmark
  @OperationsPerInvocation(SENTENCES)
  public float[][] encode() {
    return encoder.encode(sentences, Role.PASSAGE);
  }

  /** Closes the threads. */
  @TearDown
  public void close() {
    encoder.close();
  }
}
