// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.List;
import org.isogloss.core.concurrent.WorkerPool;

/**
 * The translations of one system, measured by one metric. It keeps the statistics of every
 * sentence, from which scores of sentences, of the corpus and of samples of it are computed.
 */
public final class TranslationEvaluation {
  private static final int CHUNK = 256;

  private final TranslationMetric metric;
  private final SegmentCounter counter;
  private final int references;
  private final int sentences;

  /** Statistics of the first sentence, of the second, and so on. */
  private final int[] statistics;

  private TranslationEvaluation(TranslationMetric metric, int references, int sentences) {
    this.metric = metric;
    this.counter = SegmentCounter.of(metric);
    this.references = references;
    this.sentences = sentences;
    this.statistics = new int[Math.multiplyExact(sentences, counter.width())];
  }

  /**
   * Measures translations.
   *
   * @param hypotheses the translation of each sentence; an empty one counts as missing all
   * @param threads number of threads, 1 or more; the result does not depend on it
   * @throws IllegalArgumentException if there are no sentences, or if there are fewer or more
   *     hypotheses than references
   */
  public static TranslationEvaluation of(
      TranslationMetric metric, List<String> hypotheses, References references, int threads) {
    int sentences = references.sentences();
    if (hypotheses.isEmpty() || hypotheses.size() != sentences) {
      throw new IllegalArgumentException(
          "found "
              + hypotheses.size()
              + " hypotheses and references of "
              + sentences
              + " sentences, expected the same number, at least one");
    }
    TranslationEvaluation evaluation =
        new TranslationEvaluation(metric, references.translations().size(), sentences);
    int width = evaluation.counter.width();
    try (WorkerPool pool = new WorkerPool("translation", threads)) {
      pool.forEach(
          sentences,
          CHUNK,
          () -> SegmentCounter.of(metric),
          (counter, i) ->
              System.arraycopy(
                  counter.count(hypotheses.get(i), references.of(i)),
                  0,
                  evaluation.statistics,
                  i * width,
                  width));
    }
    return evaluation;
  }

  public TranslationMetric metric() {
    return metric;
  }

  /** Returns the number of sentences. */
  public int sentences() {
    return sentences;
  }

  /** Returns the score of all sentences together, which is not the mean of their scores. */
  public TranslationScore score() {
    long[] sums = new long[width()];
    for (int i = 0; i < sentences; i++) {
      add(sums, i, 1);
    }
    return score(sums);
  }

  /** Returns the score of one sentence, counted from 0. */
  public TranslationScore sentenceScore(int sentence) {
    long[] sums = new long[width()];
    add(sums, sentence, 1);
    return score(sums);
  }

  /**
   * Returns the signature, by which others can compute the same score, such as {@code
   * nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:isogloss-0.1.0}.
   */
  public String signature() {
    return signature("");
  }

  /** Returns the signature of a significance test: with its fields, each followed by a bar. */
  String signature(String testFields) {
    return "nrefs:" + references + "|" + testFields + metric.options() + "|version:" + version();
  }

  private static String version() {
    String version = TranslationEvaluation.class.getPackage().getImplementationVersion();
    return "isogloss-" + (version == null ? "development" : version);
  }

  /** The number of statistics of a sentence. */
  int width() {
    return counter.width();
  }

  /** Adds the statistics of a sentence, multiplied by a number. */
  void add(long[] sums, int sentence, int factor) {
    int at = sentence * sums.length;
    for (int i = 0; i < sums.length; i++) {
      sums[i] += (long) factor * statistics[at + i];
    }
  }

  TranslationScore score(long[] sums) {
    return counter.score(sums);
  }
}
