// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import org.isogloss.core.IsoglossException;

/**
 * Finds the neighbours of both sides by comparing all pairs; both directions together cost as much
 * as one.
 *
 * <p>Each block of candidates is compared with all sentences, after which the neighbours of these
 * candidates are final. Memory use is {@code 4 + 8 depth} bytes per sentence and candidate, plus
 * the buffers of {@code BlockComparison}.
 */
public final class ExactNeighbourSearch {
  /** Receives the progress of a search, from any of its threads. */
  public interface Listener {
    /** A listener that ignores all events. */
    Listener NONE = (compared, pairs) -> {};

    /**
     * Reports that pairs were compared.
     *
     * @param compared number of pairs compared so far, including those of a resumed search
     * @param pairs total number of pairs
     */
    void progress(long compared, long pairs);

    /**
     * Reports that all sentences were compared with all candidates before {@link #nextCandidate}.
     */
    default void blockFinished(ExactNeighbourSearch search) {}
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

  /** The first candidate that has not been compared yet. */
  public int nextCandidate() {
    return nextCandidate;
  }

  /** Resumes another search, whose lists {@link #forward} and {@link #backward} already contain. */
  public void resumeAt(int candidate) {
    nextCandidate = candidate;
  }

  /** Compares the remaining candidates. */
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
