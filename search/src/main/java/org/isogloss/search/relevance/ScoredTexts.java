// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.relevance;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Hit;
import org.isogloss.core.ScoreProbability;

/**
 * The texts among the hits of a query, with scores that are comparable between queries.
 *
 * @param texts the hits of each text, best text first
 * @param scores the score of each text, in descending order, on the scale of the re-ranker
 * @param competing number of the first texts, which compete with each other and with all others
 * @param unfamiliarity how unlike the query is to those that the index could answer, 0 or more
 */
public record ScoredTexts(
    List<List<Hit>> texts, List<Double> scores, int competing, double unfamiliarity) {
  public ScoredTexts {
    texts = texts.stream().map(List::copyOf).toList();
    scores = List.copyOf(scores);
    if (texts.size() != scores.size() || competing < 0 || competing > texts.size()) {
      throw new IllegalArgumentException(
          texts.size() + " texts, " + scores.size() + " scores, " + competing + " competing");
    }
  }

  /**
   * Converts the scores to log-odds, of which none is larger than that of the text before it.
   *
   * @param passages number of passages in the index, 1 or more
   */
  public List<RankedText> rank(ScoreProbability anyQuery, long passages) {
    ScoreProbability conversion = anyQuery.forQuery(unfamiliarity);
    double[] window = scores.stream().limit(competing).mapToDouble(Double::doubleValue).toArray();
    double[] logOdds = conversion.logOdds(window, passages);
    List<RankedText> ranked = new ArrayList<>();
    double lowest = Double.MAX_VALUE;
    for (int i = 0; i < texts.size(); i++) {
      double own = i < competing ? logOdds[i] : conversion.logOdds(scores.get(i), window, passages);
      // Equal scores may differ in the last digit.
      lowest = Math.min(lowest, own);
      double alone = conversion.logOdds(scores.get(i), new double[0], passages);
      ranked.add(new RankedText(texts.get(i), lowest, alone, /* preferred= */ false));
    }
    return List.copyOf(ranked);
  }
}
