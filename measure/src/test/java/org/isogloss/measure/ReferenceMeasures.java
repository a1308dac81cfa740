// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * Slow reference implementations of the measures, directly from their definitions, for comparison
 * in tests.
 *
 * @param ranking document ids, best first
 * @param grades the grades of the judged documents
 * @param level the lowest grade of a relevant document
 */
record ReferenceMeasures(List<String> ranking, Map<String, Integer> grades, int level) {
  private boolean relevant(String document) {
    return grades.getOrDefault(document, 0) >= level;
  }

  private boolean nonrelevant(String document) {
    int grade = grades.getOrDefault(document, -1);
    return grade >= 0 && grade < level;
  }

  private long relevant() {
    return grades.keySet().stream().filter(this::relevant).count();
  }

  private List<String> top(int depth) {
    return ranking.subList(0, Math.min(depth, ranking.size()));
  }

  private long found(int depth) {
    return top(depth).stream().filter(this::relevant).count();
  }

  double precision(int depth) {
    return found(depth) / (double) depth;
  }

  double recall(int depth) {
    return relevant() == 0 ? 0 : found(depth) / (double) relevant();
  }

  double success(int depth) {
    return found(depth) > 0 ? 1 : 0;
  }

  double averagePrecision(int depth) {
    double sum = 0;
    for (int rank = 1; rank <= top(depth).size(); rank++) {
      if (relevant(ranking.get(rank - 1))) {
        sum += precision(rank);
      }
    }
    return relevant() == 0 ? 0 : sum / relevant();
  }

  double reciprocalRank(int depth) {
    for (int rank = 1; rank <= top(depth).size(); rank++) {
      if (relevant(ranking.get(rank - 1))) {
        return 1.0 / rank;
      }
    }
    return 0;
  }

  double rPrecision() {
    return relevant() == 0 ? 0 : precision((int) relevant());
  }

  double bpref() {
    long judgedNonrelevant = grades.keySet().stream().filter(this::nonrelevant).count();
    double bound = Math.min(judgedNonrelevant, relevant());
    double sum = 0;
    for (int i = 0; i < ranking.size(); i++) {
      if (relevant(ranking.get(i))) {
        long above = ranking.subList(0, i).stream().filter(this::nonrelevant).count();
        sum += above == 0 ? 1 : 1 - Math.min(above, relevant()) / bound;
      }
    }
    return relevant() == 0 ? 0 : sum / relevant();
  }

  /** The maximum precision at any rank at which the recall is reached. */
  double interpolatedPrecision(double recall) {
    double best = 0;
    for (int rank = 1; rank <= ranking.size(); rank++) {
      if (found(rank) >= Math.floor(recall * relevant() + 0.9)) {
        best = Math.max(best, precision(rank));
      }
    }
    return best;
  }

  double ndcg(int depth, DoubleUnaryOperator gain) {
    List<Integer> found =
        top(depth).stream().map(document -> Math.max(grades.getOrDefault(document, 0), 0)).toList();
    List<Integer> ideal = new ArrayList<>(grades.values().stream().filter(g -> g > 0).toList());
    ideal.sort(Comparator.reverseOrder());
    double best = dcg(ideal.subList(0, Math.min(depth, ideal.size())), gain);
    return best == 0 ? 0 : dcg(found, gain) / best;
  }

  private static double dcg(List<Integer> grades, DoubleUnaryOperator gain) {
    double sum = 0;
    for (int i = 0; i < grades.size(); i++) {
      sum += gain.applyAsDouble(grades.get(i)) * Math.log(2) / Math.log(i + 2);
    }
    return sum;
  }

  double setPrecision() {
    return ranking.isEmpty() ? 0 : precision(ranking.size());
  }

  double setF() {
    double p = setPrecision();
    double r = recall(ranking.size());
    return p + r == 0 ? 0 : 2 * p * r / (p + r);
  }

  double judged(int depth) {
    return top(depth).stream().filter(document -> grades.getOrDefault(document, -1) >= 0).count()
        / (double) Math.max(1, top(depth).size());
  }
}
