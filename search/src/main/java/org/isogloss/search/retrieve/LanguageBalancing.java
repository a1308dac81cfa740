package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;

/** Keeps one language from filling a ranking. */
final class LanguageBalancing {
  private LanguageBalancing() {}

  /**
   * Chooses greedily: at every rank {@code n} the best hit left of a language that would not take
   * more than {@code ceil(share * n)} of the first {@code n}; where there is no such hit, the best
   * one left. A hit that others were put after keeps its score; one that moved down gets a score
   * just below that of the hit before it.
   *
   * @param hits best first
   * @param languages of all hits
   * @param share from above 0 to 1
   */
  static Ranking balance(List<Hit> hits, Map<Hit, String> languages, double share, int depth) {
    List<Hit> left = new ArrayList<>(hits);
    Map<String, Integer> taken = new HashMap<>();
    List<Hit> chosen = new ArrayList<>();
    double ceiling = Double.POSITIVE_INFINITY;
    while (!left.isEmpty() && chosen.size() < depth) {
      int most = (int) Math.ceil(share * (chosen.size() + 1));
      Hit next = takeNext(left, languages, taken, most);
      taken.merge(languages.get(next), 1, Integer::sum);
      double score = Math.min(next.score(), ceiling);
      chosen.add(next.withScore(score));
      // In single precision, in which evaluation programs read scores.
      ceiling = Math.nextDown((float) score);
    }
    return new Ranking(chosen);
  }

  private static Hit takeNext(
      List<Hit> left, Map<Hit, String> languages, Map<String, Integer> taken, int most) {
    for (Iterator<Hit> hits = left.iterator(); hits.hasNext(); ) {
      Hit hit = hits.next();
      if (taken.getOrDefault(languages.get(hit), 0) < most) {
        hits.remove();
        return hit;
      }
    }
    return left.removeFirst();
  }
}
