// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import static java.util.Objects.requireNonNull;

import org.isogloss.data.OnError;
import org.isogloss.mining.corpus.LongLinePolicy;

/**
 * Options for bitext mining.
 *
 * @param neighbours k, the number of neighbours of each sentence to consider; 1 or more
 * @param longLines how to handle lines that exceed the maximum length of the model
 * @param onError how to handle lines that are not valid UTF-8
 * @param search the method of the neighbour search
 * @param threads number of threads of the search, 1 or more
 */
public record MiningOptions(
    int neighbours,
    LongLinePolicy longLines,
    OnError onError,
    NeighbourSearchMethod search,
    int threads) {
  /** The value of k in the paper. */
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

  /**
   * The defaults: four neighbours, long lines skipped, malformed lines are errors, search method
   * chosen by size, one thread per processor.
   */
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
