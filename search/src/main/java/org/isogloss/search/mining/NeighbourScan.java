package org.isogloss.search.mining;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.isogloss.core.IsoglossException;
import org.isogloss.runtime.BlockProducts;

/**
 * Finds the neighbours of both sides by comparing all with all: every product serves the sentence
 * as well as the candidate, so both directions cost what one does. Products of blocks are made by
 * {@link BlockProducts}; nearly all of them are below what either side has already, which is seen
 * for many at once.
 *
 * <p>Candidates are taken a block at a time, and with each all sentences, whose blocks the threads
 * share. The neighbours of a block of candidates are final after its turn. Memory: 4 + 8 depth
 * bytes for each sentence and candidate, and some 10 MiB a thread.
 */
final class NeighbourScan {
  /** A product of {@code ROWS * COLUMNS} sums of four bytes stays within a processor's cache. */
  private static final int ROWS = 256;

  private static final int COLUMNS = 4096;

  /** So many products are looked at together; a power of two. */
  private static final int TOGETHER = 256;

  /** Hears how far the scan is, from any of its threads. */
  interface Listener {
    /** Hears nothing. */
    Listener NONE = (compared, pairs) -> {};

    /**
     * Some more pairs were compared.
     *
     * @param compared how many so far, those of a scan that was resumed included
     * @param pairs how many there are
     */
    void progress(long compared, long pairs);

    /** All sentences were compared with all candidates before the scan's next one. */
    default void blockDone(NeighbourScan scan) {}
  }

  private final ByteVectors sentences;
  private final ByteVectors candidates;
  private final TopLists forward;
  private final TopLists backward;
  private int nextCandidate;

  private NeighbourScan(ByteVectors sentences, ByteVectors candidates, int depth) {
    this.sentences = sentences;
    this.candidates = candidates;
    this.forward = new TopLists(sentences.size(), depth);
    this.backward = new TopLists(candidates.size(), depth);
  }

  static NeighbourScan of(ByteVectors sentences, ByteVectors candidates, int depth) {
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    boolean any = sentences.size() > 0 && candidates.size() > 0;
    if (any && sentences.dimension() != candidates.dimension()) {
      throw new IsoglossException(
          "sentences have vectors of "
              + sentences.dimension()
              + " dimensions, candidates of "
              + candidates.dimension());
    }
    return new NeighbourScan(sentences, candidates, depth);
  }

  TopLists forward() {
    return forward;
  }

  TopLists backward() {
    return backward;
  }

  /** The first candidate that was not compared yet. */
  int nextCandidate() {
    return nextCandidate;
  }

  /** Goes on where another scan stood, whose lists {@link #forward} and {@link #backward} hold. */
  void resumeAt(int candidate) {
    nextCandidate = candidate;
  }

  /** Compares what is left. */
  MutualNeighbours run(int threads, Listener listener) {
    if (sentences.size() == 0) {
      nextCandidate = candidates.size();
    }
    List<Worker> workers = new ArrayList<>();
    // The pool is closed first and waits for its threads: nobody multiplies with what is closed.
    try {
      for (int i = 0; i < threads; i++) {
        workers.add(new Worker());
      }
      try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
        while (nextCandidate < candidates.size()) {
          int to = Math.min(nextCandidate + COLUMNS, candidates.size());
          block(pool, workers, to, listener);
          nextCandidate = to;
          listener.blockDone(this);
        }
      }
    } finally {
      workers.forEach(Worker::close);
    }
    double unit = (double) sentences.step() * candidates.step();
    return new MutualNeighbours(new Neighbours(forward, unit), new Neighbours(backward, unit));
  }

  private void block(ExecutorService pool, List<Worker> workers, int to, Listener listener) {
    AtomicInteger nextRows = new AtomicInteger();
    long before = (long) nextCandidate * sentences.size();
    long all = (long) candidates.size() * sentences.size();
    int width = to - nextCandidate;
    List<Future<?>> shares = new ArrayList<>();
    for (Worker worker : workers) {
      shares.add(
          pool.submit(
              () -> {
                worker.begin(nextCandidate, to);
                int from = nextRows.getAndAdd(ROWS);
                while (from < sentences.size()) {
                  worker.rows(from, Math.min(from + ROWS, sentences.size()));
                  from = nextRows.getAndAdd(ROWS);
                  long done = Math.min(from, sentences.size());
                  listener.progress(before + done * width, all);
                }
              }));
    }
    Shares.await(shares);
    for (int column = 0; column < width; column++) {
      merge(workers, column, nextCandidate + column);
    }
  }

  /** The best of what the workers found for a candidate; of equal products the first sentence. */
  private void merge(List<Worker> workers, int column, int candidate) {
    int[] at = new int[workers.size()];
    for (int rank = 0; rank < backward.depth(); rank++) {
      int best = -1;
      for (int w = 0; w < at.length; w++) {
        TopLists lists = workers.get(w).columns;
        if (at[w] < lists.depth()
            && lists.candidate(column, at[w]) >= 0
            && (best < 0 || before(lists, at[w], workers.get(best).columns, at[best], column))) {
          best = w;
        }
      }
      if (best < 0) {
        return;
      }
      TopLists lists = workers.get(best).columns;
      backward.offer(candidate, lists.candidate(column, at[best]), lists.product(column, at[best]));
      at[best]++;
    }
  }

  private static boolean before(TopLists a, int rankA, TopLists b, int rankB, int column) {
    int difference = Integer.compare(a.product(column, rankA), b.product(column, rankB));
    return difference > 0
        || (difference == 0 && a.candidate(column, rankA) < b.candidate(column, rankB));
  }

  /** Compares blocks of sentences, one after the other, with one block of candidates. */
  private final class Worker implements AutoCloseable {
    private final BlockProducts products = BlockProducts.open(sentences.dimension());
    private final TopLists columns = new TopLists(COLUMNS, backward.depth());
    private final int[] row = new int[COLUMNS];
    private int first;
    private int width;

    void begin(int from, int to) {
      first = from;
      width = to - from;
      products.columns(candidates.rows(from, to));
      columns.clear();
    }

    void rows(int from, int to) {
      IntBuffer block = products.times(sentences.rows(from, to));
      for (int i = from; i < to; i++) {
        block.get((i - from) * width, row, 0, width);
        for (int at = 0; at < width; at += TOGETHER) {
          int end = Math.min(at + TOGETHER, width);
          if (anyBetter(row, columns.worst(), forward.worst()[i], at, end)) {
            offer(i, at, end);
          }
        }
      }
    }

    private void offer(int sentence, int from, int to) {
      for (int j = from; j < to; j++) {
        forward.offer(sentence, first + j, row[j]);
        columns.offer(j, sentence, row[j]);
      }
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
  static boolean anyBetter(int[] row, int[] worst, int sentenceWorst, int from, int to) {
    int signs = 0;
    for (int j = from; j < to; j++) {
      signs |= (worst[j] - row[j]) | (sentenceWorst - row[j]);
    }
    return signs < 0;
  }
}
