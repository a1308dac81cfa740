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
import org.isogloss.runtime.inference.Int8MatrixMultiplier;

/**
 * Compares some sentences with some candidates and keeps the best of both for each other: every
 * product serves the sentence as well as the candidate. Products of blocks are made by {@link
 * Int8MatrixMultiplier}; nearly all of them are below what either side has already, which is seen
 * for many at once. Threads share the blocks of sentences; memory: some 10 MiB a thread.
 */
final class BlockComparison implements AutoCloseable {
  /** A product of {@code ROWS * COLUMNS} sums of four bytes stays within a processor's cache. */
  private static final int ROWS = 256;

  /** So many candidates are compared at once. */
  static final int COLUMNS = 4096;

  /** So many products are looked at together; a power of two. */
  private static final int PRODUCTS_PER_CHECK = 256;

  /**
   * Numbers of vectors, no number twice.
   *
   * @param ids unused where the numbers follow each other: {@code from}, {@code from + 1}...
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
   * Begins.
   *
   * @param forward gets the best candidates of every sentence
   * @param backward gets the best sentences of every candidate
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
   * Compares, in the order of the candidates and then of the sentences.
   *
   * @param progress hears how many of the sentences were compared with those of the candidates that
   *     are taken together, {@value #COLUMNS} at most; from any thread
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

  private void block(VectorIds some, VectorIds among, IntConsumer progress) {
    AtomicInteger nextRows = new AtomicInteger();
    List<Future<?>> shares = new ArrayList<>();
    int wanted = (some.count() + ROWS - 1) / ROWS;
    List<Worker> busy = workers.subList(0, Math.min(wanted, workers.size()));
    for (Worker worker : busy) {
      shares.add(
          pool.submit(
              () -> {
                worker.begin(among);
                int from = nextRows.getAndAdd(ROWS);
                while (from < some.count()) {
                  worker.rows(some, from, Math.min(from + ROWS, some.count()));
                  from = nextRows.getAndAdd(ROWS);
                  progress.accept(Math.min(from, some.count()));
                }
              }));
    }
    WorkerTasks.awaitAll(shares);
    for (int column = 0; column < among.count(); column++) {
      merge(busy, column, among.at(column));
    }
  }

  /** The best of what the workers found for a candidate; of equal products the first sentence. */
  private void merge(List<Worker> busy, int column, int candidate) {
    int[] at = new int[busy.size()];
    for (int rank = 0; rank < backward.depth(); rank++) {
      int best = -1;
      for (int w = 0; w < at.length; w++) {
        TopKLists lists = busy.get(w).columns;
        if (at[w] < lists.depth()
            && lists.candidate(column, at[w]) >= 0
            && (best < 0 || before(lists, at[w], busy.get(best).columns, at[best], column))) {
          best = w;
        }
      }
      if (best < 0) {
        return;
      }
      TopKLists lists = busy.get(best).columns;
      backward.offer(candidate, lists.candidate(column, at[best]), lists.product(column, at[best]));
      at[best]++;
    }
  }

  private static boolean before(TopKLists a, int rankA, TopKLists b, int rankB, int column) {
    int difference = Integer.compare(a.product(column, rankA), b.product(column, rankB));
    return difference > 0
        || (difference == 0 && a.candidate(column, rankA) < b.candidate(column, rankB));
  }

  /** The pool is closed first and waits for its threads: nobody multiplies with what is closed. */
  @Override
  public void close() {
    pool.close();
    workers.forEach(Worker::close);
  }

  /** Compares blocks of sentences, one after the other, with one block of candidates. */
  private final class Worker implements AutoCloseable {
    private final Int8MatrixMultiplier products = Int8MatrixMultiplier.open(sentences.dimension());
    private final TopKLists columns = new TopKLists(COLUMNS, backward.depth());
    private final int[] row = new int[COLUMNS];
    private ByteBuffer gathered = ByteBuffer.allocate(0);
    private VectorIds among = VectorIds.range(0, 0);

    void begin(VectorIds block) {
      among = block;
      products.loadColumns(gather(candidates, block, 0, block.count()));
      columns.clear();
    }

    void rows(VectorIds some, int from, int to) {
      IntBuffer block = products.multiply(gather(sentences, some, from, to));
      int width = among.count();
      for (int i = from; i < to; i++) {
        int sentence = some.at(i);
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
        forward.offer(sentence, among.at(j), row[j]);
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
   * Whether any product is higher than its candidate's lowest or the sentence's. The sign of the
   * differences says so for all of them without a branch, which compilers make vector instructions
   * of.
   */
  static boolean anyAboveThreshold(int[] row, int[] worst, int sentenceWorst, int from, int to) {
    int signs = 0;
    for (int j = from; j < to; j++) {
      signs |= (worst[j] - row[j]) | (sentenceWorst - row[j]);
    }
    return signs < 0;
  }
}
