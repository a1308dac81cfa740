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
 * Estimates, for each query, the conversion of scores to probabilities on other queries only
 * ({@value #FOLDS}-fold cross-validation), so that probabilities can be compared with judgements
 * from which they were not estimated. The folds are random with a fixed seed and have equal shares
 * of relevant first hits.
 */
public final class CrossValidation {
  /** Number of folds. */
  public static final int FOLDS = 10;

  private static final long SEED = 1;

  private CrossValidation() {}

  /**
   * Estimates the functions.
   *
   * @param queries queries with judged texts; more whose first text is relevant, and more whose
   *     first text is not, than {@link ConditionalLogit#MIN_EACH} by at least a fold
   * @return for each query the function that was estimated without its fold
   * @throws org.isogloss.core.IsoglossException like {@link ConditionalLogit#fit}
   */
  public static List<ScoreProbability> fit(List<JudgedTexts> queries) {
    int[] folds = folds(queries);
    List<ScoreProbability> withoutFold = new ArrayList<>();
    for (int fold = 0; fold < FOLDS; fold++) {
      int left = fold;
      withoutFold.add(
          ConditionalLogit.fit(
              IntStream.range(0, folds.length)
                  .filter(i -> folds[i] != left)
                  .mapToObj(queries::get)
                  .toList()));
    }
    return IntStream.of(folds).mapToObj(withoutFold::get).toList();
  }

  private static int[] folds(List<JudgedTexts> queries) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, queries.size()).boxed().toList());
    Collections.shuffle(order, new Random(SEED));
    order.sort(Comparator.comparing(i -> queries.get(i).relevant().getFirst()));
    int[] folds = new int[queries.size()];
    for (int i = 0; i < folds.length; i++) {
      folds[order.get(i)] = i % FOLDS;
    }
    return folds;
  }
}
