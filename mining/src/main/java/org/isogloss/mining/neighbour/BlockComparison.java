// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.isogloss.core.concurrent.Futures;
import org.isogloss.runtime.inference.Int8MatrixMultiplier;

/**
 * Compares sentences with candidates and keeps the best neighbours of both, so that each dot
 * product is used in both directions. {@link Int8MatrixMultiplier} computes blocks of products.
 * Nearly all products are below the thresholds of both sides, which is checked for many products at
 * once. The blocks of sentences are distributed over the threads. Memory use is about 10 MiB per
 * thread.
 */
final class BlockComparison implements AutoCloseable {
  /**
   * Number of sentences per block: {@code ROWS * COLUMNS} four-byte products fit into the CPU
   * cache.
   */
  private static final int ROWS = 256;

  /** Number of candidates per block. */
  static final int COLUMNS = 4096;

  /** Number of products per threshold check; a power of two. */
  private static final int PRODUCTS_PER_CHECK = 256;

  /**
   * Distinct ids of vectors.
   *
   * @param ids the ids; unused if they are consecutive: {@code from}, {@code from + 1}, ...
   * @param from index of the first id, or the first id if they are consecutive
   * @param to index after the last id, or the id after the last one if they are consecutive
   */
  record VectorIds(int[] ids, int from, int to) {
    private static final int[] RANGE = {};

    static VectorIds range(int from, int to) {
      return new VectorIds(RANGE, from, to);
    }

    int count() {
      return to - from;
    }

    int at(int index) {
      return ids == RANGE ? from + index : ids[from + index];
    }
  }

  private final Int8Vectors sentences;
  private final Int8Vectors candidates;
  private final TopKLists forward;
  private final TopKLists backward;
  private final List<Worker> workers = new ArrayList<>();
  private final ExecutorService pool;

  /**
   * Creates a comparison with its threads.
   *
   * @param forward receives the best candidates of every sentence
   * @param backward receives the best sentences of every candidate
   */
  BlockComparison(
      Int8Vectors sentences,
      Int8Vectors candidates,
      TopKLists forward,
      TopKLists backward,
      int threads) {
    this.sentences = sentences;
    this.candidates = candidates;
    this.forward = forward;
    this.backward = backward;
    try {
      for (int i = 0; i < threads; i++) {
        workers.add(new Worker());
      }
    } catch (RuntimeException e) {
      workers.forEach(Worker::close);
      throw e;
    }
    pool = Executors.newFixedThreadPool(threads);
  }

  /**
   * Compares sentences with candidates, in the order of the candidates and then of the sentences.
   *
   * @param progress receives, from any thread, the number of sentences that were compared with the
   *     current block of at most {@value #COLUMNS} candidates
   */
  void compare(VectorIds sentenceIds, VectorIds candidateIds, IntConsumer progress) {
    for (int from = 0; from < candidateIds.count(); from += COLUMNS) {
      int to = Math.min(from + COLUMNS, candidateIds.count());
      block(
          sentenceIds,
          new VectorIds(candidateIds.ids, candidateIds.from + from, candidateIds.from + to),
          progress);
    }
  }

  private void block(VectorIds sentenceIds, VectorIds candidateIds, IntConsumer progress) {
    AtomicInteger nextRows = new AtomicInteger();
    List<Future<?>> tasks = new ArrayList<>();
    int blocks = (sentenceIds.count() + ROWS - 1) / ROWS;
    List<Worker> activeWorkers = workers.subList(0, Math.min(blocks, workers.size()));
    for (Worker worker : activeWorkers) {
      tasks.add(
          pool.submit(
              () -> {
                worker.begin(candidateIds);
                int from = nextRows.getAndAdd(ROWS);
                while (from < sentenceIds.count()) {
                  worker.rows(sentenceIds, from, Math.min(from + ROWS, sentenceIds.count()));
                  from = nextRows.getAndAdd(ROWS);
                  progress.accept(Math.min(from, sentenceIds.count()));
                }
              }));
    }
    Futures.awaitAll(tasks, "the search for neighbours");
    for (int column = 0; column < candidateIds.count(); column++) {
      merge(activeWorkers, column, candidateIds.at(column));
    }
  }

  /**
   * Merges the lists of all workers for a candidate; on ties, the sentence with the lower id comes
   * first.
   */
  private void merge(List<Worker> activeWorkers, int column, int candidate) {
    int[] ranks = new int[activeWorkers.size()];
    for (int rank = 0; rank < backward.depth(); rank++) {
      int best = -1;
      for (int w = 0; w < ranks.length; w++) {
        TopKLists lists = activeWorkers.get(w).columns;
        if (ranks[w] < lists.depth()
            && lists.candidate(column, ranks[w]) >= 0
            && (best < 0
                || precedes(
                    lists, ranks[w], activeWorkers.get(best).columns, ranks[best], column))) {
          best = w;
        }
      }
      if (best < 0) {
        return;
      }
      TopKLists lists = activeWorkers.get(best).columns;
      backward.offer(
          candidate, lists.candidate(column, ranks[best]), lists.product(column, ranks[best]));
      ranks[best]++;
    }
  }

  private static boolean precedes(TopKLists a, int rankA, TopKLists b, int rankB, int column) {
    int difference = Integer.compare(a.product(column, rankA), b.product(column, rankB));
    return difference > 0
        || (difference == 0 && a.candidate(column, rankA) < b.candidate(column, rankB));
  }

  /**
   * Closes the pool first, which waits for its threads, so that no thread uses a closed multiplier.
   */
  @Override
  public void close() {
    pool.close();
    workers.forEach(Worker::close);
  }

  /** Compares blocks of sentences with one block of candidates. */
  private final class Worker implements AutoCloseable {
    private final Int8MatrixMultiplier products = Int8MatrixMultiplier.open(sentences.dimension());
    private final TopKLists columns = new TopKLists(COLUMNS, backward.depth());
    private final int[] row = new int[COLUMNS];
    private ByteBuffer gathered = ByteBuffer.allocate(0);
    private VectorIds candidateBlock = VectorIds.range(0, 0);

    void begin(VectorIds block) {
      candidateBlock = block;
      products.loadColumns(gather(candidates, block, 0, block.count()));
      columns.clear();
    }

    void rows(VectorIds sentenceIds, int from, int to) {
      IntBuffer block = products.multiply(gather(sentences, sentenceIds, from, to));
      int width = candidateBlock.count();
      for (int i = from; i < to; i++) {
        int sentence = sentenceIds.at(i);
        block.get((i - from) * width, row, 0, width);
        for (int at = 0; at < width; at += PRODUCTS_PER_CHECK) {
          int end = Math.min(at + PRODUCTS_PER_CHECK, width);
          if (anyAboveThreshold(
              row, columns.thresholds(), forward.thresholds()[sentence], at, end)) {
            offer(sentence, at, end);
          }
        }
      }
    }

    private void offer(int sentence, int from, int to) {
      for (int j = from; j < to; j++) {
        forward.offer(sentence, candidateBlock.at(j), row[j]);
        columns.offer(j, sentence, row[j]);
      }
    }

    private ByteBuffer gather(Int8Vectors vectors, VectorIds numbers, int from, int to) {
      int bytes = (to - from) * vectors.dimension();
      if (gathered.capacity() < bytes) {
        gathered = ByteBuffer.allocate(bytes);
      }
      for (int i = from; i < to; i++) {
        vectors.row(numbers.at(i), gathered.array(), (i - from) * vectors.dimension());
      }
      return gathered.clear().limit(bytes);
    }

    @Override
    public void close() {
      products.close();
    }
  }

  /**
   * Returns whether any product exceeds the threshold of its candidate or of the sentence. The
   * signs of the differences are combined without branches, so that the compiler can vectorise the
   * loop.
   */
  static boolean anyAboveThreshold(
      int[] row, int[] thresholds, int sentenceThreshold, int from, int to) {
    int signs = 0;
    for (int j = from; j < to; j++) {
      signs |= (thresholds[j] - row[j]) | (sentenceThreshold - row[j]);
    }
    return signs < 0;
  }
}
