// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.text.Tokenizer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Tokens a second of Unigram on the paragraphs of the sample in 12 languages, one thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class UnigramBenchmark {
  /** A folder of XLM-R's family, or {@code compact}. */
  @Param("compact")
  public String model;

  private Tokenizer tokenizer;
  private List<String> texts;

  /** Counts in addition to the passes over all texts. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Counters {
    /** Number of tokens. */
    public long tokens;
  }

  /** Reads tokenizer and texts. */
  @Setup
  public void open() {
    try (ModelFolder folder = ModelFolder.open(model)) {
      tokenizer = folder.tokenizer();
    }
    SquadFolder folder = SquadFolder.open(Path.of("samples", "xquad"));
    texts = folder.paragraphs(folder.languages()).stream().map(SquadParagraph::context).toList();
  }

  /** Ids only. */
  @Benchmark
  public long ids(Counters counters) {
    long tokens = 0;
    for (String text : texts) {
      tokens += tokenizer.ids(text).length;
    }
    counters.tokens += tokens;
    return tokens;
  }

  /** Ids and offsets of tokens. */
  @Benchmark
  public long pieces(Counters counters) {
    long tokens = 0;
    for (String text : texts) {
      tokens += tokenizer.tokenize(text).size();
    }
    counters.tokens += tokens;
    return tokens;
  }
}
