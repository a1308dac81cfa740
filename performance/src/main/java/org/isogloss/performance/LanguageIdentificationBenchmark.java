// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isogloss.text.language.LanguageIdentification;
import org.isogloss.text.language.LanguageIdentifier;
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

/** Time of the identification of the language of a short text, among all languages. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class LanguageIdentificationBenchmark {
  /** Number of characters of a text. */
  @Param({"20", "40", "60"})
  public int length;

  private LanguageIdentifier identifier;
  private List<String> texts;
  private int next;

  /** Reads the model and the beginnings of sentences in twelve languages. */
  @Setup
  public void open() {
    identifier = LanguageIdentifier.forAllLanguages();
    texts =
        SampleSentences.sentences().stream()
            .filter(sentence -> sentence.length() >= length)
            .map(sentence -> sentence.substring(0, length))
            .toList();
  }

  /** Identifies one text after the other. */
  @Benchmark
  public LanguageIdentification identify() {
    next = (next + 1) % texts.size();
    return identifier.identify(texts.get(next));
  }
}
