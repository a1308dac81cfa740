// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.concurrent.WorkerPool;

/**
 * Finds the mates of sentences: the most similar sentences in another language. The search is
 * exhaustive, so its time grows with the product of the numbers of sentences and candidates.
 */
public final class MateRetrieval {
  /**
   * A candidate for the translation of a sentence.
   *
   * @param candidate index of the candidate, from 0
   * @param score score of the pair, such as the cosine
   */
  public record Mate(int candidate, float score) {}

  /**
   * The ranks of translations in line-aligned lists: candidate i is the translation of sentence i.
   *
   * @param candidates rank of candidate i among all candidates by their scores with sentence i,
   *     from 1
   * @param sentences rank of sentence i among all sentences by their scores with candidate i, from
   *     1
   */
  public record AlignedRanks(int[] candidates, int[] sentences) {}

  /** Best first; equal scores in the order of the candidates. */
  private static final Comparator<Mate> ORDER =
      Comparator.comparingDouble((Mate mate) -> -mate.score()).thenComparingInt(Mate::candidate);

  /** Number of sentences that a thread scores at a time. */
  private static final int CHUNK = 4;

  private MateRetrieval() {}

  /**
   * Finds the nearest candidates of every sentence by dot products of vectors, as {@link #find
   * find} with {@link VectorScores}.
   *
   * @param sentences {@code [n, dimension]}
   * @param candidates {@code [m, dimension]}
   */
  public static List<List<Mate>> find(
      float[][] sentences, float[][] candidates, int depth, int threads) {
    return find(new VectorScores(sentences, candidates), depth, threads, MateListener.NONE);
  }

  /**
   * Finds the candidates with the highest scores for every sentence. Sentences without content have
   * no mates, candidates without content are not mates.
   *
   * @param depth maximum number of mates of each sentence, 1 or more
   * @param threads number of threads, 1 or more
   * @return for each sentence its mates, best first: {@code depth} of them, or fewer if there are
   *     fewer candidates
   */
  public static List<List<Mate>> find(
      PairwiseScores scores, int depth, int threads, MateListener listener) {
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    List<PriorityQueue<Mate>> best =
        Stream.generate(() -> new PriorityQueue<>(ORDER.reversed()))
            .limit(scores.sentenceCount())
            .toList();
    forEachRow(
        scores,
        threads,
        listener,
        (sentence, first, row) -> {
          if (scores.sentenceHasContent(sentence)) {
            addBest(best.get(sentence), scores, first, row, depth);
          }
        });
    return best.stream().map(mates -> mates.stream().sorted(ORDER).toList()).toList();
  }

  private static void addBest(
      PriorityQueue<Mate> best, PairwiseScores scores, int first, float[] row, int depth) {
    for (int i = 0; i < row.length; i++) {
      // On ties the earlier candidate is kept, so a later one must have a higher score.
      boolean isCandidate = best.size() < depth || row[i] > best.element().score();
      if (isCandidate && scores.candidateHasContent(first + i)) {
        if (best.size() == depth) {
          best.remove();
        }
        best.add(new Mate(first + i, row[i]));
      }
    }
  }

  /**
   * Ranks the translation of every sentence among all candidates, and that of every candidate among
   * all sentences. Equal scores are ranked in the order of the lists. Sentences and candidates
   * without content are neither ranked nor compared, nor are their translations ranked.
   *
   * @param scores scores of line-aligned lists: candidate i is the translation of sentence i
   * @param threads number of threads, 1 or more
   */
  public static AlignedRanks ranks(PairwiseScores scores, int threads, MateListener listener) {
    int size = scores.sentenceCount();
    if (size != scores.candidateCount()) {
      throw new IllegalArgumentException(
          size + " sentences, but " + scores.candidateCount() + " candidates");
    }
    float[] aligned = new float[size];
    try (WorkerPool workers = workers(threads)) {
      workers.forEach(size, CHUNK, i -> aligned[i] = alignedScore(scores, i));
    }
    AtomicIntegerArray ofCandidates = ones(size);
    AtomicIntegerArray ofSentences = ones(size);
    forEachRow(
        scores,
        threads,
        listener,
        (i, first, row) -> {
          for (int k = 0; k < row.length && scores.sentenceHasContent(i); k++) {
            int j = first + k;
            if (!scores.candidateHasContent(j)) {
              continue;
            }
            if (isBefore(row[k], j, aligned[i], i)) {
              ofCandidates.getAndIncrement(i);
            }
            if (isBefore(row[k], i, aligned[j], j)) {
              ofSentences.getAndIncrement(j);
            }
          }
        });
    int[] ranked =
        IntStream.range(0, size)
            .filter(i -> scores.sentenceHasContent(i) && scores.candidateHasContent(i))
            .toArray();
    return new AlignedRanks(
        Arrays.stream(ranked).map(ofCandidates::get).toArray(),
        Arrays.stream(ranked).map(ofSentences::get).toArray());
  }

  private static float alignedScore(PairwiseScores scores, int line) {
    float score = scores.score(line, line);
    if (Float.isNaN(score)) {
      throw new IsoglossException(
          "the score of line " + (line + 1) + " and its translation is not a number");
    }
    return score;
  }

  /** Returns whether a line is ranked before the mate, which is another line. */
  private static boolean isBefore(float score, int line, float mateScore, int mate) {
    return line != mate && (score > mateScore || (score == mateScore && line < mate));
  }

  private static AtomicIntegerArray ones(int size) {
    return new AtomicIntegerArray(IntStream.generate(() -> 1).limit(size).toArray());
  }

  private static WorkerPool workers(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    return new WorkerPool("mates", threads);
  }

  /** Receives the scores of a sentence with a block of candidates. */
  private interface RowConsumer {
    /**
     * Accepts scores.
     *
     * @param first index of the candidate of the first score
     */
    void accept(int sentence, int first, float[] row);
  }

  /**
   * Computes all scores, block by block. Several threads may call the consumer at the same time,
   * for different sentences.
   */
  private static void forEachRow(
      PairwiseScores scores, int threads, MateListener listener, RowConsumer consumer) {
    long total = (long) scores.sentenceCount() * scores.candidateCount();
    AtomicLong scored = new AtomicLong();
    try (WorkerPool workers = workers(threads)) {
      for (int next = 0; next < scores.candidateCount(); ) {
        int first = next;
        PairwiseScores.Block block = scores.block(first, threads);
        workers.forEach(
            scores.sentenceCount(),
            CHUNK,
            sentence -> {
              requireNotInterrupted();
              consumer.accept(sentence, first, block.scores(sentence));
              listener.scored(scored.addAndGet(block.size()), total);
            });
        next += block.size();
      }
    }
  }

  /** The calling thread is one of the workers, so that its interrupt ends the search. */
  private static void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IsoglossException("the search for mates was interrupted");
    }
  }
}
