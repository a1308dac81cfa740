package org.isogloss.mining.neighbour;

import java.time.Duration;
import java.util.function.IntConsumer;

/**
 * Finds the neighbours of both sides among many millions without comparing all: the candidates are
 * divided into cells around centres (k-means on the sphere), and a sentence is compared with those
 * of the cells whose centres are nearest to it (inverted lists: Sivic and Zisserman, "Video
 * Google", ICCV 2003; Jégou, Douze and Schmid, "Product quantization for nearest neighbor search",
 * PAMI 2011). A pair that is near is likely to be compared, and its product serves both. All
 * sentences of a cell are compared with all its candidates in blocks, which costs a fraction of
 * what looking at as many candidates one by one does.
 *
 * <p>Memory beside the neighbours: 16 bytes for each candidate, and some 100 MiB.
 */
public final class IvfSearch {
  /** So many sentences are compared at a time; a whole piece of memory. */
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
   * A search.
   *
   * @param file where the search is saved every minute
   */
  public IvfSearch(
      NeighbourCheckpoint file, Int8Vectors source, Int8Vectors target, int depth, int threads) {
    this(file, source, target, depth, threads, SAVE_NANOS);
  }

  /**
   * A search.
   *
   * @param saveNanos how long not to save again
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
   * Searches.
   *
   * @param progress hears how many source sentences are done
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
    IvfIndex.InvertedLists probing = cells.probe(source.slice(from, to), from);
    int count = cells.count();
    for (int cell = 0; cell < count; cell++) {
      comparison.compare(probing.list(cell), cells.invertedLists().list(cell), done -> {});
      progress.accept(from + (int) ((long) (to - from) * (cell + 1) / count));
    }
  }
}
