// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

/**
 * The number of equal scores in a run. The order of hits with equal scores depends on their
 * document ids, not on the system, and so do the measures.
 *
 * @param queries number of queries that have hits with equal scores
 * @param hits number of hits with the same score as another hit of their query; scores are compared
 *     as 32-bit numbers, as in trec_eval
 */
public record Ties(int queries, int hits) {
  /** No ties: all scores of a query are different. */
  public static final Ties NONE = new Ties(0, 0);

  public boolean isEmpty() {
    return hits == 0;
  }

  Ties plus(int tiedHits) {
    return tiedHits == 0 ? this : new Ties(queries + 1, hits + tiedHits);
  }
}
