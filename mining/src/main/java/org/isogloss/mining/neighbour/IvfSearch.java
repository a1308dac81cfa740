// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.time.Duration;
import java.util.function.IntConsumer;

/**
 * Finds the neighbours of both sides among many millions of sentences without comparing all pairs.
 * The candidates are partitioned into cells by spherical k-means, and a sentence is compared with
 * the candidates in the cells with the nearest centroids (inverted lists: Sivic and Zisserman,
 * "Video Google", ICCV 2003; Jégou, Douze and Schmid, "Product quantization for nearest neighbor
 * search", PAMI 2011). Similar pairs are likely to be compared, and each product is used in both
 * directions. All sentences that probe a cell are compared with its candidates in blocks, which is
 * much faster than comparing them one by one.
 *
 * <p>Memory use in addition to the neighbours is 16 bytes per candidate, plus about 100 MiB.
 */
public final class IvfSearch {
  /**
   * Number of sentences per block, equal to the number of vectors per buffer of {@link
   * Int8Vectors}.
   */
  private static final int BLOCK = 1 << 16;

  private static final long SAVE_NANOS = Duration.ofSeconds(60).toNanos();

  private final NeighbourCheckpoint file;
  private final Int8Vectors source;
  private final Int8Vectors target;
  private final int threads;
  private final long saveNanos;
  private final TopKLists forward;
  private final TopKLists backward;
  private long saved = System.nanoTime();

  /**
   * Creates a search.
   *
   * @param file the checkpoint, which is written every minute
   * @param source vectors of the source sentences
   * @param target vectors of the target sentences
   * @param depth maximum number of neighbours of each sentence
   * @param threads number of threads
   */
  public IvfSearch(
      NeighbourCheckpoint file, Int8Vectors source, Int8Vectors target, int depth, int threads) {
    this(file, source, target, depth, threads, SAVE_NANOS);
  }

  /**
   * Creates a search.
   *
   * @param saveNanos minimum time between checkpoints in nanoseconds
   */
  IvfSearch(
      NeighbourCheckpoint file,
      Int8Vectors source,
      Int8Vectors target,
      int depth,
      int threads,
      long saveNanos) {
    this.file = file;
    this.source = source;
    this.target = target;
    this.threads = threads;
    this.saveNanos = saveNanos;
    forward = new TopKLists(source.size(), depth);
    backward = new TopKLists(target.size(), depth);
  }

  /**
   * Runs the search, or resumes it.
   *
   * @param progress receives the number of finished source sentences
   */
  public BidirectionalNeighbours run(IntConsumer progress) {
    int done = file.read(forward, backward, this::isPosition);
    if (done < source.size() && target.size() > 0) {
      search(done, progress);
    }
    double unit = (double) source.step() * target.step();
    return new BidirectionalNeighbours(
        new NeighbourLists(forward, unit), new NeighbourLists(backward, unit));
  }

  private boolean isPosition(int done) {
    return done == source.size() || (done >= 0 && done < source.size() && done % BLOCK == 0);
  }

  private void search(int first, IntConsumer progress) {
    IvfIndex cells = IvfIndex.of(target, threads);
    try (BlockComparison comparison =
        new BlockComparison(source, target, forward, backward, threads)) {
      for (int from = first; from < source.size(); from += BLOCK) {
        int to = Math.min(from + BLOCK, source.size());
        block(cells, comparison, from, to, progress);
        if (to == source.size() || System.nanoTime() - saved >= saveNanos) {
          file.write(forward, backward, to);
          saved = System.nanoTime();
        }
      }
    }
  }

  /** Compares the sentences of a block, cell after cell. */
  private void block(
      IvfIndex cells, BlockComparison comparison, int from, int to, IntConsumer progress) {
    IvfIndex.InvertedLists probes = cells.probe(source.slice(from, to), from);
    int count = cells.count();
    for (int cell = 0; cell < count; cell++) {
      comparison.compare(probes.list(cell), cells.invertedLists().list(cell), done -> {});
      progress.accept(from + (int) ((long) (to - from) * (cell + 1) / count));
    }
  }
}
