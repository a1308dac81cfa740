// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.isogloss.core.Language;
import org.isogloss.data.Judgement;
import org.isogloss.data.trec.RunLine;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;

/**
 * Probability of equal expected rank, PEER (Yang, Jänich, Mayfield and Lawrie, "Language Fairness
 * in Multilingual Information Retrieval", SIGIR 2024): whether documents of the same grade have the
 * same expected rank in whatever language they are. For each grade, the test of Kruskal and Wallis
 * compares the ranks of its documents between languages; PEER of a query is the weighted mean of
 * the p-values. 1 is fair, 0 is unfair.
 *
 * <p>As in the authors' program, the test statistic is computed from the ranks in the ranking,
 * which are not replaced by ranks among the documents of the grade: {@code H = (n - 1) * (sum over
 * languages of n_l (mean_l - mean)^2) / (sum over documents of (rank - mean)^2)}, chi-squared
 * distributed with one degree of freedom less than there are languages; and {@code u} of {@code n}
 * documents of a grade that were not retrieved have the rank {@code n + (u + 1) / 2}. Without at
 * least two languages, or with equal ranks only, the p-value is 1. Other than in that program, the
 * weights of grades that a query does not have are left out of its mean.
 */
public final class EqualExpectedRank {
  private EqualExpectedRank() {}

  /**
   * Computes PEER of each query of a run that has a document of a weighted grade.
   *
   * @param documentLanguage maps the id of a document to its language
   * @param weights weight of each grade, 0 or more, at least one above 0; grades that a query does
   *     not have are left out of its mean
   * @param depth hits below this rank count as not retrieved
   * @return a value from 0 to 1 for each query, by its id
   */
  public static SortedMap<String, Double> of(
      Qrels qrels,
      Run run,
      Function<String, Language> documentLanguage,
      Map<Integer, Double> weights,
      int depth) {
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    if (weights.values().stream().anyMatch(weight -> !(weight >= 0))
        || weights.values().stream().allMatch(weight -> weight == 0)) {
      throw new IllegalArgumentException(
          "weights are " + weights + ", expected 0 or more, and one above 0");
    }
    SortedMap<String, Double> values = new TreeMap<>();
    for (String query : run.queries()) {
      Map<String, Integer> ranks = new HashMap<>();
      for (RunLine line : run.lines(query)) {
        if (ranks.size() < depth) {
          ranks.put(line.documentId(), ranks.size() + 1);
        }
      }
      double sum = 0;
      double total = 0;
      for (Map.Entry<Integer, Double> weight : weights.entrySet()) {
        List<Judgement> judgements =
            qrels.judgements(query).stream()
                .filter(judgement -> judgement.grade() == weight.getKey())
                .toList();
        if (!judgements.isEmpty() && weight.getValue() > 0) {
          sum += weight.getValue() * pValue(judgements, ranks, documentLanguage);
          total += weight.getValue();
        }
      }
      if (total > 0) {
        values.put(query, sum / total);
      }
    }
    return values;
  }

  private static double pValue(
      List<Judgement> judgements,
      Map<String, Integer> ranks,
      Function<String, Language> documentLanguage) {
    long retrieved = judgements.stream().filter(one -> ranks.containsKey(one.documentId())).count();
    if (retrieved == 0) {
      return 1;
    }
    int count = judgements.size();
    double notRetrieved = count + (count - retrieved + 1) / 2.0;
    double mean = 0;
    Map<Language, List<Double>> byLanguage = new HashMap<>();
    for (Judgement judgement : judgements) {
      Integer found = ranks.get(judgement.documentId());
      double rank = found == null ? notRetrieved : found;
      mean += rank / count;
      byLanguage
          .computeIfAbsent(documentLanguage.apply(judgement.documentId()), key -> new ArrayList<>())
          .add(rank);
    }
    double between = 0;
    double all = 0;
    for (List<Double> of : byLanguage.values()) {
      double sum = 0;
      for (double rank : of) {
        sum += rank;
        all += (rank - mean) * (rank - mean);
      }
      double difference = sum / of.size() - mean;
      between += of.size() * difference * difference;
    }
    if (byLanguage.size() < 2 || all == 0) {
      return 1;
    }
    return ChiSquaredDistribution.of(byLanguage.size() - 1.0)
        .survivalProbability((count - 1) * between / all);
  }
}
