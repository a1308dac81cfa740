package org.isogloss.mining.neighbour;

import org.isogloss.core.IsoglossException;

/**
 * Finds the neighbours of both sides by comparing all with all; both directions cost what one does.
 *
 * <p>Candidates are taken a block at a time, and with each all sentences. The neighbours of a block
 * of candidates are final after its turn. Memory: 4 + 8 depth bytes for each sentence and
 * candidate, and what {@link BlockComparison} needs.
 */
public final class ExactNeighbourSearch {
  /** Hears how far the scan is, from any of its threads. */
  public interface Listener {
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
    default void blockFinished(ExactNeighbourSearch scan) {}
  }

  private final Int8Vectors sentences;
  private final Int8Vectors candidates;
  private final TopKLists forward;
  private final TopKLists backward;
  private int nextCandidate;

  private ExactNeighbourSearch(Int8Vectors sentences, Int8Vectors candidates, int depth) {
    this.sentences = sentences;
    this.candidates = candidates;
    this.forward = new TopKLists(sentences.size(), depth);
    this.backward = new TopKLists(candidates.size(), depth);
  }

  public static ExactNeighbourSearch of(Int8Vectors sentences, Int8Vectors candidates, int depth) {
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
    return new ExactNeighbourSearch(sentences, candidates, depth);
  }

  public TopKLists forward() {
    return forward;
  }

  public TopKLists backward() {
    return backward;
  }

  /** The first candidate that was not compared yet. */
  public int nextCandidate() {
    return nextCandidate;
  }

  /** Goes on where another scan stood, whose lists {@link #forward} and {@link #backward} hold. */
  public void resumeAt(int candidate) {
    nextCandidate = candidate;
  }

  /** Compares what is left. */
  public BidirectionalNeighbours run(int threads, Listener listener) {
    if (sentences.size() == 0) {
      nextCandidate = candidates.size();
    }
    try (BlockComparison comparison =
        new BlockComparison(sentences, candidates, forward, backward, threads)) {
      while (nextCandidate < candidates.size()) {
        int to = Math.min(nextCandidate + BlockComparison.COLUMNS, candidates.size());
        block(comparison, to, listener);
        nextCandidate = to;
        listener.blockFinished(this);
      }
    }
    double unit = (double) sentences.step() * candidates.step();
    return new BidirectionalNeighbours(
        new NeighbourLists(forward, unit), new NeighbourLists(backward, unit));
  }

  private void block(BlockComparison comparison, int to, Listener listener) {
    long before = (long) nextCandidate * sentences.size();
    long all = (long) candidates.size() * sentences.size();
    int width = to - nextCandidate;
    comparison.compare(
        BlockComparison.VectorIds.range(0, sentences.size()),
        BlockComparison.VectorIds.range(nextCandidate, to),
        done -> listener.progress(before + (long) done * width, all));
  }
}
