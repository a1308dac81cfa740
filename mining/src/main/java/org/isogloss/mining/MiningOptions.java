package org.isogloss.mining;

import static java.util.Objects.requireNonNull;

import org.isogloss.data.OnError;
import org.isogloss.mining.corpus.LongLinePolicy;

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
    int neighbours,
    LongLinePolicy longLines,
    OnError onError,
    NeighbourSearchMethod search,
    int threads) {
  /** The paper's k. */
  public static final int DEFAULT_NEIGHBOURS = 4;

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
        DEFAULT_NEIGHBOURS,
        LongLinePolicy.SKIP,
        OnError.FAIL,
        NeighbourSearchMethod.BY_SIZE,
        Runtime.getRuntime().availableProcessors());
  }

  public MiningOptions withNeighbours(int neighbours) {
    return new MiningOptions(neighbours, longLines, onError, search, threads);
  }

  public MiningOptions withLongLines(LongLinePolicy longLines) {
    return new MiningOptions(neighbours, longLines, onError, search, threads);
  }

  public MiningOptions withOnError(OnError onError) {
    return new MiningOptions(neighbours, longLines, onError, search, threads);
  }

  public MiningOptions withSearch(NeighbourSearchMethod search) {
    return new MiningOptions(neighbours, longLines, onError, search, threads);
  }

  public MiningOptions withThreads(int threads) {
    return new MiningOptions(neighbours, longLines, onError, search, threads);
  }
}
