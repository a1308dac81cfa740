package org.isogloss.measure;

/**
 * Equal scores in a run. What stands where among them is decided by the documents' ids, not by the
 * system, so that measures say something about names.
 *
 * @param queries how many queries have hits of equal score
 * @param hits how many hits have the score of another hit of their query. Scores are compared as
 *     trec_eval has them, as 32-bit numbers
 */
public record Ties(int queries, int hits) {
  /** Every hit has a score of its own. */
  public static final Ties NONE = new Ties(0, 0);

  public boolean isEmpty() {
    return hits == 0;
  }

  Ties plus(int tiedHits) {
    return tiedHits == 0 ? this : new Ties(queries + 1, hits + tiedHits);
  }
}
