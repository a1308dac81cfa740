// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.wordvector.WordVectors;

/**
 * Translates words by their vectors. Both languages must be in one space, see {@link
 * OrthogonalMap}; the vectors need not have unit length. Compares a word with every candidate.
 * Immutable and thread-safe.
 */
public final class WordTranslator {
  /** Number of words whose scores are in memory at the same time. */
  private static final int BATCH = 64;

  private final WordVectors source;
  private final WordVectors target;
  private final int threads;
  private final BlockedVectors candidates;
  private final float[] hubness;

  /**
   * Prepares the translation; a method other than the nearest neighbour estimates the hubness of
   * every candidate.
   *
   * @param candidates maximum number of target words that are considered as translations: the first
   *     ones, usually the most frequent words; 1 or more
   * @param threads number of threads; results do not depend on it
   * @throws IsoglossException if the dimensions of the vectors differ, or if there are no words
   */
  public WordTranslator(
      WordVectors source,
      WordVectors target,
      TranslationRetrieval retrieval,
      int candidates,
      int threads) {
    requireNonNull(retrieval, "retrieval is null");
    if (candidates < 1 || threads < 1) {
      throw new IllegalArgumentException(
          "candidates is " + candidates + ", threads is " + threads + ", expected 1 or more");
    }
    if (source.dimension() != target.dimension()) {
      throw new IsoglossException(
          "the source vectors have dimension "
              + source.dimension()
              + " and the target vectors "
              + target.dimension()
              + ", expected vectors in the same space");
    }
    if (source.size() == 0 || target.size() == 0) {
      throw new IsoglossException(
          "there are "
              + source.size()
              + " source words and "
              + target.size()
              + " target words, expected 1 or more of each");
    }
    this.source = source;
    this.target = target;
    this.threads = threads;
    this.candidates =
        new BlockedVectors(
            target, IntStream.range(0, Math.min(candidates, target.size())).toArray());
    this.hubness = new float[this.candidates.size()];
    if (retrieval.sample() > 0) {
      BlockedVectors sample = new BlockedVectors(source, evenlySpaced(retrieval.sample()));
      int[] rows = IntStream.range(0, hubness.length).toArray();
      forEachProducts(
          target,
          rows,
          sample,
          (row, cosines) -> {
            hubness[row] = (float) retrieval.hubness(cosines);
            return row;
          });
    }
  }

  /** Returns at most {@code count} rows, evenly spaced over the source words. */
  private int[] evenlySpaced(int count) {
    int rows = Math.min(count, source.size());
    return IntStream.range(0, rows).map(i -> (int) ((long) i * source.size() / rows)).toArray();
  }

  /** Returns the source vectors. */
  WordVectors source() {
    return source;
  }

  /** Returns the target vectors. */
  WordVectors target() {
    return target;
  }

  /** Returns the number of target words that are considered. */
  public int candidates() {
    return hubness.length;
  }

  /**
   * Translates words.
   *
   * @param rows rows of source words
   * @param top maximum number of translations of each word, 1 or more
   * @return the translations of each word with the highest scores in descending order; words with
   *     equal scores are in the order of the target vectors
   */
  public List<List<TranslatedWord>> translate(int[] rows, int top) {
    if (top < 1) {
      throw new IllegalArgumentException("top is " + top + ", expected 1 or more");
    }
    return forEachScores(rows, (row, scores) -> best(scores, top));
  }

  private List<TranslatedWord> best(float[] scores, int top) {
    PriorityQueue<TranslatedWord> worstFirst =
        new PriorityQueue<>(
            Comparator.comparingDouble(TranslatedWord::score)
                .thenComparing(TranslatedWord::row, Comparator.reverseOrder()));
    for (int candidate = 0; candidate < scores.length; candidate++) {
      if (worstFirst.size() < top || scores[candidate] > worstFirst.element().score()) {
        if (worstFirst.size() == top) {
          worstFirst.remove();
        }
        worstFirst.add(
            new TranslatedWord(candidate, target.words().get(candidate), scores[candidate]));
      }
    }
    List<TranslatedWord> best = new ArrayList<>(worstFirst.size());
    while (!worstFirst.isEmpty()) {
      best.add(worstFirst.remove());
    }
    Collections.reverse(best);
    return best;
  }

  /**
   * Computes a result from the scores of all candidates for each of some source rows.
   *
   * @param function receives the index of the row in {@code rows} and the scores, {@code
   *     [candidates()]}, which it may modify and must not keep; called by several threads
   * @return the results in the order of {@code rows}
   */
  <T> List<T> forEachScores(int[] rows, RowFunction<T> function) {
    return forEachProducts(
        source,
        rows,
        candidates,
        (index, products) -> {
          for (int i = 0; i < products.length; i++) {
            products[i] -= hubness[i];
          }
          return function.apply(index, products);
        });
  }

  /** A function of one of some rows and the products of its vector with other vectors. */
  interface RowFunction<T> {
    T apply(int index, float[] products);
  }

  private <T> List<T> forEachProducts(
      WordVectors queries, int[] rows, BlockedVectors vectors, RowFunction<T> function) {
    List<T> results = new ArrayList<>(Collections.nCopies(rows.length, null));
    float[][] units = new float[BATCH][];
    float[][] products = new float[BATCH][vectors.size()];
    try (WorkerPool workers = new WorkerPool("translator", threads)) {
      for (int from = 0; from < rows.length; from += BATCH) {
        int start = from;
        int batch = Math.min(BATCH, rows.length - from);
        Arrays.setAll(
            units, i -> i < batch ? BlockedVectors.query(queries, rows[start + i]) : new float[0]);
        workers.forEach(
            vectors.blocks(),
            1,
            () -> new float[BlockedVectors.WIDTH],
            (block, b) -> {
              int first = b * BlockedVectors.WIDTH;
              int count = Math.min(BlockedVectors.WIDTH, vectors.size() - first);
              for (int i = 0; i < batch; i++) {
                vectors.multiply(b, units[i], block);
                System.arraycopy(block, 0, products[i], first, count);
              }
            });
        workers.forEach(
            batch, 1, i -> results.set(start + i, function.apply(start + i, products[i])));
      }
    }
    return results;
  }
}
