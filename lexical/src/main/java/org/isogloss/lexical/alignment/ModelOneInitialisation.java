// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.Arrays;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.Vocabulary;

/**
 * Computes the initial translation probabilities with the first iteration of IBM Model 1. With
 * uniform probabilities, the expected count of a word pair is the sum of {@code 1 / (l + 1)} over
 * its co-occurrences in sentence pairs, where {@code l} is the length of the source sentence
 * ({@link Cooccurrences}).
 */
final class ModelOneInitialisation {
  /** Number of occurrences of source words per task. */
  private static final int TASK_SIZE = 1 << 13;

  private final Cooccurrences cooccurrences;
  private final int targetWords;
  private final int maxCandidates;

  private record Part(int[] sizes, int[] targets, float[] values) {}

  private ModelOneInitialisation(Cooccurrences cooccurrences, int targetWords, int maxCandidates) {
    this.cooccurrences = cooccurrences;
    this.targetWords = targetWords;
    this.maxCandidates = maxCandidates;
  }

  /**
   * Returns the rows after the first iteration. Each row sums to 1, less the probability of
   * candidates that are left out.
   *
   * @param sourceWords one more than the highest number of a source word; row 0 is that of the null
   *     word and contains all target words
   * @param maxCandidates maximum number of candidates of any other row: those most strongly
   *     associated with the source word, by {@code c log(c / expected)}
   */
  static TranslationProbabilities rows(
      DirectedPairs pairs,
      int sourceWords,
      int targetWords,
      int maxCandidates,
      WorkerPool workers) {
    Cooccurrences cooccurrences = new Cooccurrences(pairs, sourceWords, targetWords);
    return new ModelOneInitialisation(cooccurrences, targetWords, maxCandidates).rows(workers);
  }

  private TranslationProbabilities rows(WorkerPool workers) {
    int[] bounds = bounds();
    Part[] parts = new Part[bounds.length - 1];
    workers.forEach(
        parts.length,
        1,
        () -> new CandidateRow(cooccurrences.targetCounts()),
        (row, task) -> parts[task] = part(row, bounds[task], bounds[task + 1]));
    int[] sizes = new int[cooccurrences.sourceWords()];
    for (int task = 0; task < parts.length; task++) {
      System.arraycopy(parts[task].sizes(), 0, sizes, bounds[task], parts[task].sizes().length);
    }
    TranslationProbabilities rows = new TranslationProbabilities(sizes);
    workers.forEach(
        parts.length,
        1,
        () -> "",
        (unused, task) -> {
          Part part = parts[task];
          parts[task] = null;
          int index = 0;
          for (int i = 0; i < part.sizes().length; i++) {
            for (int n = 0; n < part.sizes()[i]; n++, index++) {
              rows.put(bounds[task] + i, part.targets()[index], part.values()[index]);
            }
          }
        });
    return rows;
  }

  private int[] bounds() {
    int words = cooccurrences.sourceWords();
    int[] bounds = new int[words + 1];
    int tasks = 0;
    int weight = 0;
    for (int word = 0; word < words; word++) {
      weight += cooccurrences.occurrences(word) + 1;
      if (weight >= TASK_SIZE || word == words - 1) {
        bounds[++tasks] = word + 1;
        weight = 0;
      }
    }
    return Arrays.copyOf(bounds, tasks + 1);
  }

  private Part part(CandidateRow row, int from, int to) {
    int[] sizes = new int[to - from];
    int[] targets = new int[1 << 12];
    float[] values = new float[1 << 12];
    int end = 0;
    for (int word = from; word < to; word++) {
      cooccurrences.count(word, row);
      int kept = row.select(word == Vocabulary.NULL_WORD ? targetWords : maxCandidates);
      if (targets.length - end < kept) {
        targets = Arrays.copyOf(targets, Math.max(end + kept, 2 * end));
        values = Arrays.copyOf(values, targets.length);
      }
      for (int n = 0; n < kept; n++, end++) {
        targets[end] = row.candidate(n);
        values[end] = row.probability(n);
      }
      sizes[word - from] = kept;
      row.clear();
    }
    return new Part(sizes, Arrays.copyOf(targets, end), Arrays.copyOf(values, end));
  }
}
