package org.isogloss.search.mining;

import static java.util.Objects.requireNonNull;

import org.isogloss.data.OnError;

/**
 * How files are mined.
 *
 * @param neighbours k, how many neighbours of each sentence are looked at; 1 or more
 * @param longLines what becomes of lines that are longer than the model reads
 * @param onError what becomes of lines that are not UTF-8
 * @param search how neighbours are found
 * @param threads how many share the search
 */
public record MiningOptions(
    int neighbours, LongLines longLines, OnError onError, NeighbourSearch search, int threads) {
  /** The paper's k. */
  public static final int USUAL_NEIGHBOURS = 4;

  public MiningOptions {
    requireNonNull(longLines, "longLines is null");
    requireNonNull(onError, "onError is null");
    requireNonNull(search, "search is null");
    if (neighbours < 1) {
      throw new IllegalArgumentException("neighbours is " + neighbours + ", expected 1 or more");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
  }

  /** Four neighbours, long lines left out, the search by size, all processors. */
  public static MiningOptions defaults() {
    return new MiningOptions(
        USUAL_NEIGHBOURS,
        LongLines.SKIP,
        OnError.FAIL,
        NeighbourSearch.BY_SIZE,
        Runtime.getRuntime().availableProcessors());
  }

  public MiningOptions withNeighbours(int other) {
    return new MiningOptions(other, longLines, onError, search, threads);
  }

  public MiningOptions withLongLines(LongLines other) {
    return new MiningOptions(neighbours, other, onError, search, threads);
  }

  public MiningOptions withOnError(OnError other) {
    return new MiningOptions(neighbours, longLines, other, search, threads);
  }

  public MiningOptions withSearch(NeighbourSearch other) {
    return new MiningOptions(neighbours, longLines, onError, other, threads);
  }

  public MiningOptions withThreads(int other) {
    return new MiningOptions(neighbours, longLines, onError, search, other);
  }
}
