package org.isogloss.runtime.rerank;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.text.Span;
import org.isogloss.text.segmentation.SentenceSegmenter;

/**
 * Scores passages by {@link NoisyOr} over their sentences, with another scorer that says how likely
 * one word occurs in the translation of one sentence. Each word is asked of all sentences of all
 * passages in one call, which the other scorer reads in batches. A score is the log-odds of the
 * passage; one without sentences has the lowest there is.
 */
public final class NoisyOrScorer implements PairScorer {
  private final PairScorer words;
  private final Function<String, List<String>> queryWords;
  private final PriorCorrection correction;

  /**
   * A scorer.
   *
   * @param words gives probabilities; closed with this
   * @param queryWords cuts a query into what is asked one by one; a query without any is asked as a
   *     whole
   * @param correction of the probabilities
   * @throws IllegalArgumentException if it gives no probabilities
   */
  public NoisyOrScorer(
      PairScorer words, Function<String, List<String>> queryWords, PriorCorrection correction) {
    this.words = requireNonNull(words, "words is null");
    this.queryWords = requireNonNull(queryWords, "queryWords is null");
    this.correction = requireNonNull(correction, "correction is null");
    if (!words.producesProbabilities()) {
      throw new IllegalArgumentException("the scorer of words gives no probabilities");
    }
  }

  @Override
  public float[] score(Query query, List<Passage> passages) {
    List<Passage> sentences = new ArrayList<>();
    int[] counts = new int[passages.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = addSentences(passages.get(i), sentences);
    }
    List<String> asked = queryWords.apply(query.text());
    if (asked.isEmpty()) {
      asked = List.of(query.text());
    }
    double[] logs = new double[sentences.size()];
    for (String word : asked) {
      float[] found = words.score(new Query(query.id(), query.language(), word), sentences);
      for (int i = 0; i < logs.length; i++) {
        logs[i] += NoisyOr.logSentenceProbability(correction.correct(found[i]));
      }
    }
    float[] scores = new float[counts.length];
    int next = 0;
    for (int i = 0; i < scores.length; i++) {
      double[] own = new double[counts[i]];
      System.arraycopy(logs, next, own, 0, own.length);
      next += own.length;
      scores[i] = (float) Math.max(-Float.MAX_VALUE, NoisyOr.documentLogOdds(own));
    }
    return scores;
  }

  private static int addSentences(Passage passage, List<Passage> sentences) {
    String text = passage.titledText();
    int before = sentences.size();
    for (Span span : SentenceSegmenter.split(text, passage.language())) {
      sentences.add(
          new Passage(
              passage.documentId(),
              sentences.size() - before,
              passage.language(),
              "",
              span.coveredText(text),
              span.start(),
              span.end()));
    }
    return sentences.size() - before;
  }

  @Override
  public void close() {
    words.close();
  }
}
