// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.skipgram.SkipGramListener;
import org.isogloss.lexical.skipgram.SkipGramOptions;
import org.isogloss.lexical.skipgram.SkipGramProgress;
import org.isogloss.lexical.skipgram.SkipGramTrainer;
import org.isogloss.lexical.skipgram.SubwordVectors;

/**
 * Trains word vectors on a tokenized text and measures the time of training without reading. Run by
 * {@code performance/word-vectors}.
 */
public final class WordVectorBenchmark {
  private WordVectorBenchmark() {}

  /**
   * Trains.
   *
   * @param args tokenized text, output file, dimension, number of epochs, number of threads, seed
   */
  public static void main(String[] args) {
    SkipGramOptions options =
        SkipGramOptions.builder()
            .dimension(Integer.parseInt(args[2]))
            .epochs(Integer.parseInt(args[3]))
            .threads(Integer.parseInt(args[4]))
            .seed(Long.parseLong(args[5]))
            .build();
    TimingListener timing = new TimingListener();
    SubwordVectors vectors;
    try (Records<String> lines = PlainTextLines.read(Path.of(args[0]), OnError.FAIL)) {
      vectors =
          SkipGramTrainer.train(lines.map(WordTokenizer.onWhitespace()::words), options, timing);
    }
    double cpuSeconds = cpuTime().minus(timing.cpuBefore).toNanos() / 1e9;
    vectors.toWordVectors().write(Path.of(args[1]));
    try (PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      out.println(
          String.format(
              Locale.ROOT,
              "{\"words_per_second\": %.0f, \"cpu_seconds\": %.3f}",
              timing.last.wordsPerSecond(),
              cpuSeconds));
    }
  }

  private static Duration cpuTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  /** Keeps the last progress and the processor time that reading took. */
  private static final class TimingListener implements SkipGramListener {
    private Duration cpuBefore = Duration.ZERO;
    private SkipGramProgress last = new SkipGramProgress(0, 1, 0, Duration.ZERO);

    @Override
    public void textRead(long words, int vocabulary, int ngramRows) {
      cpuBefore = cpuTime();
    }

    @Override
    public void progress(SkipGramProgress progress) {
      last = progress;
    }
  }
}
