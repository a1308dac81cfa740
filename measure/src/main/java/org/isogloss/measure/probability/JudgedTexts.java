// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.probability;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.util.LogOdds;

/**
 * The texts that compete for one query, the first of which were judged.
 *
 * @param scores their scores, in descending order, at least one
 * @param relevant for each of the first texts, whether it is relevant, at least one
 * @param passages number of passages in the index, 1 or more
 * @param unfamiliarity how unlike the query is to those that the index could answer, 0 or more
 */
public record JudgedTexts(
    List<Double> scores, List<Boolean> relevant, long passages, double unfamiliarity) {
  public JudgedTexts {
    scores = List.copyOf(scores);
    relevant = List.copyOf(relevant);
    if (relevant.isEmpty() || relevant.size() > scores.size()) {
      throw new IllegalArgumentException(
          relevant.size() + " judged of " + scores.size() + " texts, expected 1 or more of them");
    }
    if (passages < 1) {
      throw new IllegalArgumentException("passages is " + passages + ", expected 1 or more");
    }
    if (!(unfamiliarity >= 0) || Double.isInfinite(unfamiliarity)) {
      throw new IllegalArgumentException(
          "unfamiliarity is " + unfamiliarity + ", expected a number of 0 or more");
    }
  }

  /** The texts for a familiar query. */
  public JudgedTexts(List<Double> scores, List<Boolean> relevant, long passages) {
    this(scores, relevant, passages, /* unfamiliarity= */ 0);
  }

  double[] scoreArray() {
    return scores.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Returns the probabilities of the judged texts by a conversion, with their judgements. */
  public List<ScoredJudgement> probabilities(ScoreProbability conversion) {
    double[] logOdds = conversion.forQuery(unfamiliarity).logOdds(scoreArray(), passages);
    List<ScoredJudgement> converted = new ArrayList<>();
    for (int i = 0; i < relevant.size(); i++) {
      converted.add(new ScoredJudgement(LogOdds.toProbability(logOdds[i]), relevant.get(i)));
    }
    return converted;
  }
}
