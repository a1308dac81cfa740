package org.isogloss.search.mining;

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
final class CellSearch {
  /** So many sentences are compared at a time; a whole piece of memory. */
  private static final int BLOCK = 1 << 16;

  private static final long SAVE_NANOS = Duration.ofSeconds(60).toNanos();

  private final NeighbourFile file;
  private final ByteVectors source;
  private final ByteVectors target;
  private final int threads;
  private final long saveNanos;
  private final TopLists forward;
  private final TopLists backward;
  private long saved = System.nanoTime();

  /**
   * A search.
   *
   * @param file where the search is saved every minute
   */
  CellSearch(NeighbourFile file, ByteVectors source, ByteVectors target, int depth, int threads) {
    this(file, source, target, depth, threads, SAVE_NANOS);
  }

  /**
   * A search.
   *
   * @param saveNanos how long not to save again
   */
  CellSearch(
      NeighbourFile file,
      ByteVectors source,
      ByteVectors target,
      int depth,
      int threads,
      long saveNanos) {
    this.file = file;
    this.source = source;
    this.target = target;
    this.threads = threads;
    this.saveNanos = saveNanos;
    forward = new TopLists(source.size(), depth);
    backward = new TopLists(target.size(), depth);
  }

  /**
   * Searches.
   *
   * @param progress hears how many source sentences are done
   */
  MutualNeighbours run(IntConsumer progress) {
    int done = file.read(forward, backward, this::isPosition);
    if (done < source.size() && target.size() > 0) {
      search(done, progress);
    }
    double unit = (double) source.step() * target.step();
    return new MutualNeighbours(new Neighbours(forward, unit), new Neighbours(backward, unit));
  }

  private boolean isPosition(int done) {
    return done == source.size() || (done >= 0 && done < source.size() && done % BLOCK == 0);
  }

  private void search(int first, IntConsumer progress) {
    Cells cells = Cells.of(target, threads);
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
      Cells cells, BlockComparison comparison, int from, int to, IntConsumer progress) {
    Cells.Groups probing = cells.probedBy(source.part(from, to), from);
    int count = cells.count();
    for (int cell = 0; cell < count; cell++) {
      comparison.compare(probing.group(cell), cells.members().group(cell), done -> {});
      progress.accept(from + (int) ((long) (to - from) * (cell + 1) / count));
    }
  }
}
