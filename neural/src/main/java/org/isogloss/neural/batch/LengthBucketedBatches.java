// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.isogloss.neural.TrainingException;

/**
 * Groups examples of similar length to minimise padding: takes a window of several batches, sorts
 * their examples by length, splits them into new batches, and returns these in an order that the
 * seed shuffles.
 *
 * @param <E> the example
 */
public final class LengthBucketedBatches<E> implements Batches<List<E>> {
  private static final String WINDOW = "window";

  /** A source may return empty batches, because it samples examples that it cannot use. */
  private static final int MAX_EMPTY_BATCHES = 1000;

  private final Batches<List<E>> source;
  private final ToIntFunction<E> length;
  private final int windowBatches;
  private final int batchSize;
  private final int maxTokens;
  private final long seed;

  private Map<String, long[]> windowStart;
  private List<List<E>> windowBuffer = List.of();
  private long windowCount;
  private int at;

  /**
   * Creates the batches.
   *
   * @param source samples the examples
   * @param length returns the length of an example, in tokens
   * @param windowBatches number of batches of the source that are sorted together
   * @param batchSize examples per batch, at least 1; the last batch of a window may have fewer
   * @param maxTokens maximum size of a batch, that is, the length of its longest example times the
   *     number of examples: a batch of long examples has fewer of them, but never only one because
   *     of this limit; 0 for no limit
   * @param seed decides the order of the batches
   */
  public LengthBucketedBatches(
      Batches<List<E>> source,
      ToIntFunction<E> length,
      int windowBatches,
      int batchSize,
      int maxTokens,
      long seed) {
    if (batchSize < 1) {
      throw new IllegalArgumentException("batchSize is " + batchSize + ", expected at least 1");
    }
    this.source = requireNonNull(source, "source is null");
    this.length = requireNonNull(length, "length is null");
    this.windowBatches = windowBatches;
    this.batchSize = batchSize;
    this.maxTokens = maxTokens;
    this.seed = seed;
    this.windowStart = source.position();
  }

  @Override
  public List<E> next() {
    if (at == windowBuffer.size()) {
      windowStart = source.position();
      fill();
      at = 0;
    }
    return windowBuffer.get(at++);
  }

  private void fill() {
    List<E> examples = new ArrayList<>();
    for (int i = 0; i < windowBatches || examples.isEmpty(); i++) {
      if (i == windowBatches + MAX_EMPTY_BATCHES) {
        throw new TrainingException(
            "found no example in " + i + " batches: there is too little data of each kind");
      }
      examples.addAll(source.next());
    }
    examples.sort(Comparator.comparingInt(length));
    List<List<E>> batches = split(examples);
    List<List<E>> shuffled = new ArrayList<>();
    for (int i : PairSampler.permutation(batches.size(), PairSampler.mixSeeds(seed, windowCount))) {
      shuffled.add(batches.get(i));
    }
    windowBuffer = shuffled;
    windowCount++;
  }

  /** Splits examples, sorted by ascending length, into batches. */
  private List<List<E>> split(List<E> sorted) {
    List<List<E>> batches = new ArrayList<>();
    for (int from = 0, to = 0; from < sorted.size(); from = to) {
      while (to < sorted.size() && (to - from < batchSize) && fits(sorted.get(to), to - from)) {
        to++;
      }
      batches.add(List.copyOf(sorted.subList(from, to)));
    }
    return batches;
  }

  /** Returns whether an example fits into a batch of shorter ones. */
  private boolean fits(E example, int shorter) {
    return maxTokens == 0
        || shorter < 2
        || (shorter + 1L) * length.applyAsInt(example) <= maxTokens;
  }

  @Override
  public Map<String, long[]> position() {
    // The position after the last batch of a window is the start of the next window.
    boolean done = at == windowBuffer.size();
    Map<String, long[]> position = new TreeMap<>(done ? source.position() : windowStart);
    position.put(WINDOW, new long[] {done ? windowCount : windowCount - 1, done ? 0 : at});
    return position;
  }

  @Override
  public void seek(Map<String, long[]> position) {
    source.seek(position);
    windowStart = source.position();
    windowCount = position.get(WINDOW)[0];
    int index = (int) position.get(WINDOW)[1];
    windowBuffer = List.of();
    at = 0;
    if (index > 0) {
      fill();
      at = index;
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
