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

  /** A source may draw what it then cannot use. */
  private static final int MOST_EMPTY = 1000;

  private final Batches<List<E>> source;
  private final ToIntFunction<E> length;
  private final int draws;
  private final int size;
  private final int most;
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
   * @param draws how many of the source's batches are sorted together
   * @param size examples of a batch; the last of those sorted together may have fewer
   * @param most greatest length of a batch, its longest example's times the number of examples:
   *     where examples are long a batch has fewer of them, but never only one; 0 for any length
   */
  public Bucketed(
      Batches<List<E>> source, ToIntFunction<E> length, int draws, int size, int most, long seed) {
    this.source = requireNonNull(source, "source is null");
    this.length = requireNonNull(length, "length is null");
    this.draws = draws;
    this.size = size;
    this.most = most;
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
    List<E> drawn = new ArrayList<>();
    for (int i = 0; i < draws || drawn.isEmpty(); i++) {
      if (i == draws + MOST_EMPTY) {
        throw new TrainingException(
            "no example was found in " + i + " draws: there is too little data of each kind");
      }
      drawn.addAll(source.next());
    }
    drawn.sort(Comparator.comparingInt(length));
    List<List<E>> batches = deal(drawn);
    List<List<E>> dealt = new ArrayList<>();
    for (int i : PairDraws.shuffled(batches.size(), PairDraws.mix(seed, windows))) {
      dealt.add(batches.get(i));
    }
    window = dealt;
    windows++;
  }

  /** Cuts examples, from the shortest on, into batches. */
  private List<List<E>> deal(List<E> sorted) {
    List<List<E>> batches = new ArrayList<>();
    for (int from = 0, to = 0; from < sorted.size(); from = to) {
      while (to < sorted.size() && (to - from < size) && fits(sorted.get(to), to - from)) {
        to++;
      }
      batches.add(List.copyOf(sorted.subList(from, to)));
    }
    return batches;
  }

  /** Whether a batch of shorter examples can take another one. */
  private boolean fits(E example, int shorter) {
    return most == 0 || shorter < 2 || (shorter + 1L) * length.applyAsInt(example) <= most;
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
