// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.plan;

import org.isogloss.search.manifest.VectorQuantization;

/**
 * The cost of an index: its rates times its passages. The bytes of words, sentences and tokens, and
 * the time, grow with the words of a passage; those of its vector do not.
 *
 * @param quantization the precision of the vectors in graphs
 * @param stored what is stored besides
 * @param diskBytes size of all files, of one replica
 * @param memoryBytes size of the graphs, of one replica
 * @param shards number of parts, each on machines of its own
 * @param machines number of machines
 * @param coreHours processor hours to index the collection once
 * @param hours the same on all cores of one replica's machines
 */
record Cost(
    VectorQuantization quantization,
    StoredVectors stored,
    double diskBytes,
    double memoryBytes,
    long shards,
    long machines,
    double coreHours,
    double hours) {
  private static final double SECONDS_PER_HOUR = 3600;

  /** Lucene's limit for one index. */
  private static final double MAX_PASSAGES = Integer.MAX_VALUE - 128;

  static Cost of(
      IndexRates rates,
      CollectionShape collection,
      VectorQuantization quantization,
      StoredVectors stored,
      Machines machines) {
    double passages = collection.passages();
    double length = collection.wordsPerPassage() / rates.words();
    double disk =
        passages
            * (length * (rates.textBytes() + rates.storedBytes().get(stored))
                + rates.vectorBytes().get(quantization));
    double memory = passages * rates.graphBytes(quantization);
    long shards =
        (long)
            Math.max(
                Math.ceil(memory / machines.memoryBytes()), Math.ceil(passages / MAX_PASSAGES));
    double coreHours = passages * length * rates.seconds().get(stored) / SECONDS_PER_HOUR;
    return new Cost(
        quantization,
        stored,
        disk,
        memory,
        shards,
        shards * machines.replicas(),
        coreHours,
        coreHours / (shards * machines.cores()));
  }
}
