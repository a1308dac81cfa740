// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.relevance;

import java.util.List;
import org.isogloss.core.Hit;

/**
 * A text among the hits of a query: one hit, or several that are translations or copies of each
 * other and therefore equally probable answers.
 *
 * @param hits the hits, best first, at least one
 * @param logOdds log-odds that the text answers the query; if they are not known, a number on a
 *     similar scale that is larger for better texts
 * @param logOddsAlone the log-odds that it would have if no other text was found
 * @param preferred whether a preference put the first hit above one that is at least as good
 */
public record RankedText(List<Hit> hits, double logOdds, double logOddsAlone, boolean preferred) {
  public RankedText {
    hits = List.copyOf(hits);
    if (hits.isEmpty()) {
      throw new IllegalArgumentException("hits is empty, expected at least one");
    }
    if (!Double.isFinite(logOdds) || !Double.isFinite(logOddsAlone)) {
      throw new IllegalArgumentException(
          "logOdds are " + logOdds + " and " + logOddsAlone + ", expected numbers");
    }
  }

  /** Returns the text with its hits in another order. */
  RankedText withHits(List<Hit> other, boolean isPreferred) {
    return new RankedText(other, logOdds, logOddsAlone, isPreferred);
  }
}
