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
 * Batches of examples of like length, so that little is filled up: some batches are drawn, their
 * examples sorted by length and dealt out anew, and these batches come in an order that the seed
 * shuffles.
 *
 * @param <E> an example
 */
public final class LengthBucketedBatches<E> implements Batches<List<E>> {
  private static final String WINDOW = "window";

  /** A source may draw what it then cannot use. */
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
   * Batches of like length.
   *
   * @param source draws examples
   * @param length what is alike
   * @param windowBatches how many of the source's batches are sorted together
   * @param batchSize examples of a batch; the last of those sorted together may have fewer
   * @param maxTokens greatest length of a batch, its longest example's times the number of
   *     examples: where examples are long a batch has fewer of them, but never only one; 0 for any
   *     length
   */
  public LengthBucketedBatches(
      Batches<List<E>> source,
      ToIntFunction<E> length,
      int windowBatches,
      int batchSize,
      int maxTokens,
      long seed) {
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
    List<E> drawn = new ArrayList<>();
    for (int i = 0; i < windowBatches || drawn.isEmpty(); i++) {
      if (i == windowBatches + MAX_EMPTY_BATCHES) {
        throw new TrainingException(
            "no example was found in " + i + " draws: there is too little data of each kind");
      }
      drawn.addAll(source.next());
    }
    drawn.sort(Comparator.comparingInt(length));
    List<List<E>> batches = split(drawn);
    List<List<E>> dealt = new ArrayList<>();
    for (int i : PairSampler.permutation(batches.size(), PairSampler.mixSeeds(seed, windowCount))) {
      dealt.add(batches.get(i));
    }
    windowBuffer = dealt;
    windowCount++;
  }

  /** Cuts examples, from the shortest on, into batches. */
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

  /** Whether a batch of shorter examples can take another one. */
  private boolean fits(E example, int shorter) {
    return maxTokens == 0
        || shorter < 2
        || (shorter + 1L) * length.applyAsInt(example) <= maxTokens;
  }

  @Override
  public Map<String, long[]> position() {
    // Behind a window's last batch stands the next window's start.
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
    int wanted = (int) position.get(WINDOW)[1];
    windowBuffer = List.of();
    at = 0;
    if (wanted > 0) {
      fill();
      at = wanted;
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
