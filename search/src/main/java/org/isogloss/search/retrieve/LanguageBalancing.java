// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;

/** Limits the share of each language in a ranking. */
final class LanguageBalancing {
  private LanguageBalancing() {}

  /**
   * Selects hits greedily: at rank {@code n}, the best remaining hit whose language would then have
   * at most {@code ceil(share * n)} of the first {@code n} hits; if there is no such hit, the best
   * remaining one. Hits keep their scores, except that a hit that moves down receives a score just
   * below that of the previous hit.
   *
   * @param hits the hits, best first
   * @param languages language codes of all hits
   * @param share maximum share of a language, above 0 and at most 1
   * @param depth maximum number of hits to return
   */
  static Ranking balance(List<Hit> hits, Map<Hit, String> languages, double share, int depth) {
    List<Hit> remaining = new ArrayList<>(hits);
    Map<String, Integer> counts = new HashMap<>();
    List<Hit> chosen = new ArrayList<>();
    double ceiling = Double.POSITIVE_INFINITY;
    while (!remaining.isEmpty() && chosen.size() < depth) {
      int limit = (int) Math.ceil(share * (chosen.size() + 1));
      Hit next = takeNext(remaining, languages, counts, limit);
      counts.merge(languages.get(next), 1, Integer::sum);
      double score = Math.min(next.score(), ceiling);
      chosen.add(next.withScore(score));
      // In single precision, because evaluation tools read scores as floats.
      ceiling = Math.nextDown((float) score);
    }
    return new Ranking(chosen);
  }

  private static Hit takeNext(
      List<Hit> remaining, Map<Hit, String> languages, Map<String, Integer> counts, int limit) {
    for (Iterator<Hit> hits = remaining.iterator(); hits.hasNext(); ) {
      Hit hit = hits.next();
      if (counts.getOrDefault(languages.get(hit), 0) < limit) {
        hits.remove();
        return hit;
      }
    }
    return remaining.removeFirst();
  }
}
