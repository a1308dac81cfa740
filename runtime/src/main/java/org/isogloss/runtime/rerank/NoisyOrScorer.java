// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.SentenceSegmenter;

/**
 * Scores passages by {@link NoisyOr} over their sentences, with another scorer that returns the
 * probability that a word occurs in the translation of a sentence. Each word is scored with all
 * sentences of all passages in one call, so that the other scorer can use batches. A score is the
 * log-odds of the passage; a passage without sentences has the lowest possible score.
 */
public final class NoisyOrScorer implements PairScorer {
  private final PairScorer wordScorer;
  private final Function<String, List<String>> queryWords;
  private final PriorCorrection correction;

  /**
   * Creates a scorer.
   *
   * @param wordScorer the scorer of words, which returns probabilities; closed together with this
   *     scorer
   * @param queryWords splits a query into the words to score; a query without words is scored as a
   *     whole
   * @param correction the correction of the probabilities
   * @throws IllegalArgumentException if the scorer of words does not return probabilities
   */
  public NoisyOrScorer(
      PairScorer wordScorer,
      Function<String, List<String>> queryWords,
      PriorCorrection correction) {
    this.wordScorer = requireNonNull(wordScorer, "wordScorer is null");
    this.queryWords = requireNonNull(queryWords, "queryWords is null");
    this.correction = requireNonNull(correction, "correction is null");
    if (!wordScorer.producesProbabilities()) {
      throw new IllegalArgumentException("the scorer of words does not return probabilities");
    }
  }

  @Override
  public float[] score(Query query, List<Passage> passages) {
    List<Passage> sentences = new ArrayList<>();
    int[] counts = new int[passages.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = addSentences(passages.get(i), sentences);
    }
    List<String> terms = queryWords.apply(query.text());
    if (terms.isEmpty()) {
      terms = List.of(query.text());
    }
    double[] logs = new double[sentences.size()];
    for (String word : terms) {
      float[] probabilities =
          wordScorer.score(new Query(query.id(), query.language(), word), sentences);
      for (int i = 0; i < logs.length; i++) {
        logs[i] += NoisyOr.logSentenceProbability(correction.correct(probabilities[i]));
      }
    }
    float[] scores = new float[counts.length];
    int next = 0;
    for (int i = 0; i < scores.length; i++) {
      double[] sentenceLogs = new double[counts[i]];
      System.arraycopy(logs, next, sentenceLogs, 0, sentenceLogs.length);
      next += sentenceLogs.length;
      scores[i] = (float) Math.max(-Float.MAX_VALUE, NoisyOr.documentLogOdds(sentenceLogs));
    }
    return scores;
  }

  private static int addSentences(Passage passage, List<Passage> sentences) {
    String text = passage.titledText();
    int previousCount = sentences.size();
    for (Span span : SentenceSegmenter.split(text, passage.language())) {
      sentences.add(
          new Passage(
              passage.documentId(),
              sentences.size() - previousCount,
              passage.language(),
              "",
              span.coveredText(text),
              span.start(),
              span.end()));
    }
    return sentences.size() - previousCount;
  }

  @Override
  public void close() {
    wordScorer.close();
  }
}
