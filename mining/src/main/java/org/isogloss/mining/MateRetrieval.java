// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;

/**
 * Finds the mates of sentences: the most similar sentences in another language. The search is
 * exhaustive, so its time grows with the product of the numbers of sentences and candidates.
 */
public final class MateRetrieval {
  /**
   * A candidate for the translation of a sentence.
   *
   * @param candidate index of the candidate, from 0
   * @param score dot product of the vectors, which is their cosine if they have unit length
   */
  public record Mate(int candidate, float score) {}

  /** Best first; equal scores in the order of the candidates. */
  private static final Comparator<Mate> ORDER =
      Comparator.comparingDouble((Mate mate) -> -mate.score()).thenComparingInt(Mate::candidate);

  /** Number of sentences in each task of a thread. */
  private static final int CHUNK = 64;

  private MateRetrieval() {}

  /**
   * Finds the nearest candidates of every sentence. A zero vector represents a text without
   * content, such as an empty line: it has no mates and is not a mate of any sentence.
   *
   * @param sentences {@code [n, dimension]}
   * @param candidates {@code [m, dimension]}
   * @param depth maximum number of mates of each sentence, 1 or more
   * @param threads number of threads, 1 or more
   * @return for each sentence its mates, best first: {@code depth} of them, or fewer if there are
   *     fewer candidates
   */
  public static List<List<Mate>> find(
      float[][] sentences, float[][] candidates, int depth, int threads) {
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    if (sentences.length > 0
        && candidates.length > 0
        && sentences[0].length != candidates[0].length) {
      throw new IsoglossException(
          "sentences have vectors of "
              + sentences[0].length
              + " dimensions, candidates of "
              + candidates[0].length);
    }
    int[] nonZero =
        IntStream.range(0, candidates.length)
            .filter(j -> Encoder.isNonZero(candidates[j]))
            .toArray();
    try (ExecutorService workers =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("isogloss-mates-", 0).factory())) {
      List<Future<List<List<Mate>>>> chunks = new ArrayList<>();
      for (int from = 0; from < sentences.length; from += CHUNK) {
        List<float[]> chunk =
            Arrays.asList(sentences).subList(from, Math.min(from + CHUNK, sentences.length));
        chunks.add(
            workers.submit(
                () ->
                    chunk.stream()
                        .map(sentence -> nearest(sentence, candidates, nonZero, depth))
                        .toList()));
      }
      List<List<Mate>> mates = new ArrayList<>(sentences.length);
      for (Future<List<List<Mate>>> chunk : chunks) {
        mates.addAll(result(chunk, workers));
      }
      return mates;
    }
  }

  private static <T> T result(Future<T> chunk, ExecutorService workers) {
    try {
      return chunk.get();
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
      throw new IsoglossException("the search for mates was interrupted", e);
    } catch (ExecutionException e) {
      workers.shutdownNow();
      if (e.getCause() instanceof RuntimeException exception) {
        throw exception;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static List<Mate> nearest(
      float[] sentence, float[][] candidates, int[] nonZero, int depth) {
    if (!Encoder.isNonZero(sentence)) {
      return List.of();
    }
    PriorityQueue<Mate> best = new PriorityQueue<>(ORDER.reversed());
    for (int j : nonZero) {
      float score = VectorUtil.dotProduct(sentence, candidates[j]);
      // On ties the earlier candidate is kept, so a later one must have a higher score.
      if (best.size() < depth) {
        best.add(new Mate(j, score));
      } else if (score > best.element().score()) {
        best.remove();
        best.add(new Mate(j, score));
      }
    }
    List<Mate> mates = new ArrayList<>(best);
    mates.sort(ORDER);
    return mates;
  }
}
