// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.Arrays;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.SentenceList;
import org.isogloss.lexical.Vocabulary;

/**
 * Computes the initial translation probabilities with the first iteration of IBM Model 1. With
 * uniform probabilities, the expected count of a word pair is the sum of {@code 1 / (l + 1)} over
 * its co-occurrences in sentence pairs, where {@code l} is the length of the source sentence. This
 * requires no lookup of candidates: for each source word, the sentences that contain it are read.
 */
final class ModelOneInitialisation {
  /** Number of occurrences of source words per task. */
  private static final int TASK_SIZE = 1 << 13;

  private final SentenceList source;
  private final SentenceList target;
  private final int targetWords;
  private final int maxCandidates;
  private final int[] occurrenceStarts;
  private final int[] occurrences;
  private final float[] targetCounts;
  private double totalTargetCount;

  private record Part(int[] sizes, int[] targets, float[] values) {}

  private ModelOneInitialisation(
      SentenceList source,
      SentenceList target,
      int sourceWords,
      int targetWords,
      int maxCandidates) {
    this.source = source;
    this.target = target;
    this.targetWords = targetWords;
    this.maxCandidates = maxCandidates;
    occurrenceStarts = new int[sourceWords + 1];
    int[] words = source.words();
    for (int i = 0; i < source.wordCount(); i++) {
      occurrenceStarts[words[i] + 1]++;
    }
    for (int word = 0; word < sourceWords; word++) {
      occurrenceStarts[word + 1] += occurrenceStarts[word];
    }
    occurrences = new int[source.wordCount()];
    int[] next = occurrenceStarts.clone();
    targetCounts = new float[targetWords];
    for (int s = 0; s < source.size(); s++) {
      for (int i = 0; i < source.length(s); i++) {
        occurrences[next[words[source.offset(s) + i]]++] = s;
      }
      for (int j = 0; j < target.length(s); j++) {
        targetCounts[target.words()[target.offset(s) + j]] += share(s);
        totalTargetCount += share(s);
      }
    }
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
      SentenceList source,
      SentenceList target,
      int sourceWords,
      int targetWords,
      int maxCandidates,
      WorkerPool workers) {
    return new ModelOneInitialisation(source, target, sourceWords, targetWords, maxCandidates)
        .rows(workers);
  }

  private float share(int sentence) {
    return 1f / (source.length(sentence) + 1);
  }

  private TranslationProbabilities rows(WorkerPool workers) {
    int[] bounds = bounds();
    Part[] parts = new Part[bounds.length - 1];
    workers.forEach(
        parts.length,
        1,
        () -> new Row(targetWords),
        (row, task) -> parts[task] = part(row, bounds[task], bounds[task + 1]));
    int[] sizes = new int[occurrenceStarts.length - 1];
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
    int[] bounds = new int[occurrenceStarts.length];
    int tasks = 0;
    int weight = 0;
    for (int word = 0; word < occurrenceStarts.length - 1; word++) {
      weight += occurrenceStarts[word + 1] - occurrenceStarts[word] + 1;
      if (weight >= TASK_SIZE || word == occurrenceStarts.length - 2) {
        bounds[++tasks] = word + 1;
        weight = 0;
      }
    }
    return Arrays.copyOf(bounds, tasks + 1);
  }

  private Part part(Row row, int from, int to) {
    int[] sizes = new int[to - from];
    int[] targets = new int[1 << 12];
    float[] values = new float[1 << 12];
    int end = 0;
    for (int word = from; word < to; word++) {
      if (word == Vocabulary.NULL_WORD) {
        row.addAll(targetCounts);
      } else {
        count(word, row);
      }
      int kept = row.select(word == Vocabulary.NULL_WORD ? targetWords : maxCandidates);
      if (targets.length - end < kept) {
        targets = Arrays.copyOf(targets, Math.max(end + kept, 2 * end));
        values = Arrays.copyOf(values, targets.length);
      }
      for (int n = 0; n < kept; n++, end++) {
        targets[end] = row.candidates[n];
        values[end] = (float) (row.sums[row.candidates[n]] / row.total);
      }
      sizes[word - from] = kept;
      row.clear();
    }
    return new Part(sizes, Arrays.copyOf(targets, end), Arrays.copyOf(values, end));
  }

  private void count(int word, Row row) {
    int[] words = target.words();
    for (int index = occurrenceStarts[word]; index < occurrenceStarts[word + 1]; index++) {
      int s = occurrences[index];
      float share = share(s);
      for (int j = target.offset(s); j < target.offset(s) + target.length(s); j++) {
        row.add(words[j], share);
      }
    }
  }

  /** A row while it is counted: sums by target word, and the target words whose sum is not 0. */
  private final class Row {
    private final float[] sums;
    private final int[] candidates;
    private int size;
    private int touched;
    private double total;

    Row(int targetWords) {
      sums = new float[targetWords];
      candidates = new int[targetWords];
    }

    void add(int word, float share) {
      if (sums[word] == 0) {
        candidates[size++] = word;
      }
      sums[word] += share;
      total += share;
    }

    void addAll(float[] shares) {
      for (int word = 0; word < shares.length; word++) {
        if (shares[word] > 0) {
          add(word, shares[word]);
        }
      }
    }

    /** Moves the candidates to keep to the front, and returns their number. */
    int select(int max) {
      touched = size;
      if (size <= max) {
        return size;
      }
      float[] scores = new float[size];
      for (int n = 0; n < size; n++) {
        scores[n] = association(candidates[n]);
      }
      float[] sorted = scores.clone();
      Arrays.sort(sorted);
      float threshold = sorted[size - max];
      int kept = 0;
      for (int n = 0; n < touched && kept < max; n++) {
        if (scores[n] >= threshold) {
          int other = candidates[kept];
          candidates[kept++] = candidates[n];
          candidates[n] = other;
        }
      }
      return kept;
    }

    private float association(int word) {
      double expected = total * targetCounts[word] / totalTargetCount;
      return (float) (sums[word] * Math.log(sums[word] / expected));
    }

    void clear() {
      for (int n = 0; n < touched; n++) {
        sums[candidates[n]] = 0;
      }
      size = 0;
      total = 0;
    }
  }
}
