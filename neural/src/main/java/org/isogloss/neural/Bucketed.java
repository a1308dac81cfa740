package org.isogloss.neural;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * Batches of examples of like length, so that little is filled up: some batches are drawn, their
 * examples sorted by length and dealt out anew, and these batches come in an order that the seed
 * shuffles.
 *
 * @param <E> an example
 */
public final class Bucketed<E> implements Batches<List<E>> {
  private static final String WINDOW = "window";

  private final Batches<List<E>> source;
  private final ToIntFunction<E> length;
  private final int batches;
  private final long seed;

  private Map<String, long[]> windowStart;
  private List<List<E>> window = List.of();
  private long windows;
  private int at;

  /**
   * Batches of like length.
   *
   * @param source draws examples
   * @param length what is alike
   * @param batches how many are sorted together; 1 leaves them as they were drawn
   */
  public Bucketed(Batches<List<E>> source, ToIntFunction<E> length, int batches, long seed) {
    this.source = requireNonNull(source, "source is null");
    this.length = requireNonNull(length, "length is null");
    this.batches = batches;
    this.seed = seed;
    this.windowStart = source.position();
  }

  @Override
  public List<E> next() {
    if (at == window.size()) {
      windowStart = source.position();
      fill();
      at = 0;
    }
    return window.get(at++);
  }

  private void fill() {
    List<List<E>> drawn = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      drawn.add(source.next());
    }
    if (batches > 1) {
      List<E> sorted =
          drawn.stream().flatMap(List::stream).sorted(Comparator.comparingInt(length)).toList();
      List<List<E>> dealt = new ArrayList<>();
      int from = 0;
      for (List<E> batch : drawn) {
        dealt.add(sorted.subList(from, from + batch.size()));
        from += batch.size();
      }
      int[] order = PairDraws.shuffled(batches, PairDraws.mix(seed, windows));
      drawn.clear();
      for (int i : order) {
        drawn.add(List.copyOf(dealt.get(i)));
      }
    }
    window = drawn;
    windows++;
  }

  @Override
  public Map<String, long[]> position() {
    // Behind a window's last batch stands the next window's start.
    boolean done = at == window.size();
    Map<String, long[]> position = new TreeMap<>(done ? source.position() : windowStart);
    position.put(WINDOW, new long[] {done ? windows : windows - 1, done ? 0 : at});
    return position;
  }

  @Override
  public void seek(Map<String, long[]> position) {
    source.seek(position);
    windowStart = source.position();
    windows = position.get(WINDOW)[0];
    int wanted = (int) position.get(WINDOW)[1];
    window = List.of();
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
