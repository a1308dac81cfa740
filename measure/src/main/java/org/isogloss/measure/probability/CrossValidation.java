// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.probability;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.core.ScoreProbability;

/**
 * Estimates, for each hit, the conversion of scores to probabilities on other hits only ({@value
 * #FOLDS}-fold cross-validation), so that probabilities can be compared with judgements from which
 * they were not estimated. The folds are random with a fixed seed and have equal shares of relevant
 * hits.
 */
public final class CrossValidation {
  /** Number of folds. */
  public static final int FOLDS = 10;

  private static final long SEED = 1;

  private CrossValidation() {}

  /**
   * Estimates the functions.
   *
   * @param hits scores with judgements; more relevant and more other ones than {@link
   *     PlattScaling#MIN_EACH} by at least a fold
   * @param passages number of passages in the index in which they were found, 1 or more
   * @return for each hit the function that was estimated without its fold
   * @throws org.isogloss.core.IsoglossException like {@link PlattScaling#fit}
   */
  public static List<ScoreProbability> fit(List<ScoredJudgement> hits, long passages) {
    int[] folds = folds(hits);
    List<ScoreProbability> withoutFold = new ArrayList<>();
    for (int fold = 0; fold < FOLDS; fold++) {
      int left = fold;
      List<ScoredJudgement> others =
          IntStream.range(0, folds.length)
              .filter(i -> folds[i] != left)
              .mapToObj(hits::get)
              .toList();
      withoutFold.add(PlattScaling.fit(others, passages));
    }
    return IntStream.of(folds).mapToObj(withoutFold::get).toList();
  }

  private static int[] folds(List<ScoredJudgement> hits) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, hits.size()).boxed().toList());
    Collections.shuffle(order, new Random(SEED));
    order.sort(Comparator.comparing(i -> hits.get(i).relevant()));
    int[] folds = new int[hits.size()];
    for (int i = 0; i < folds.length; i++) {
      folds[order.get(i)] = i % FOLDS;
    }
    return folds;
  }
}
