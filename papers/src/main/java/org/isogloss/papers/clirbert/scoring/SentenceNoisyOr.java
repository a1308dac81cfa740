// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.scoring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.runtime.rerank.NoisyOr;
import org.isogloss.runtime.rerank.PriorCorrection;

/**
 * The distinct sentences of documents, and the combination of their scores into scores of
 * documents.
 */
public final class SentenceNoisyOr {
  private final List<String> sentences;
  private final List<int[]> documents = new ArrayList<>();

  public SentenceNoisyOr(List<ClirDocument> all) {
    Map<String, Integer> places = new LinkedHashMap<>();
    for (ClirDocument document : all) {
      documents.add(
          document.sentences().stream()
              .mapToInt(sentence -> places.computeIfAbsent(sentence, key -> places.size()))
              .toArray());
    }
    this.sentences = List.copyOf(places.keySet());
  }

  /** Returns all distinct sentences. */
  public List<String> sentences() {
    return sentences;
  }

  /**
   * Returns the log-odds of each document by {@link NoisyOr}.
   *
   * @param parts parts of the query: for each the probability of each sentence
   * @param correction correction of these probabilities
   */
  public float[] documents(List<float[]> parts, PriorCorrection correction) {
    double[] logs = new double[sentences.size()];
    for (float[] part : parts) {
      for (int s = 0; s < logs.length; s++) {
        logs[s] += NoisyOr.logSentenceProbability(correction.correct(part[s]));
      }
    }
    float[] scores = new float[documents.size()];
    for (int d = 0; d < scores.length; d++) {
      double[] own = new double[documents.get(d).length];
      for (int s = 0; s < own.length; s++) {
        own[s] = logs[documents.get(d)[s]];
      }
      scores[d] = (float) NoisyOr.documentLogOdds(own);
    }
    return scores;
  }
}
