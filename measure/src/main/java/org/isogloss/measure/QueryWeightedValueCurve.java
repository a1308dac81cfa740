// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.measure.formula.JudgedDocuments;
import org.isogloss.measure.formula.RankedDocuments;

/**
 * The query weighted value of the MATERIAL programme at every score threshold. A system that
 * returns all documents with a score at or above a threshold misses some relevant documents and
 * raises false alarms:
 *
 * <pre>AQWV = 1 - P_miss - beta P_FA
 * P_miss = mean over queries of (relevant not returned / relevant)
 * P_FA   = mean over queries of (not relevant returned / not relevant in the collection)</pre>
 *
 * (section 3 of the CLIR-BERT paper). A value of 1 is perfect; 0 results from returning nothing; a
 * value below 0 is worse than returning nothing. AQWV is the value at a fixed threshold, MQWV is
 * the maximum over all thresholds. Queries without relevant documents have no miss rate and are
 * ignored; queries without results miss all relevant documents.
 */
public final class QueryWeightedValueCurve extends ThresholdCurve<QueryWeightedValueCurve.Point> {
  /** The weight of false alarms in the MATERIAL programme. */
  public static final double DEFAULT_BETA = 40;

  private final double beta;
  private final int queries;

  /**
   * The rates and the value at one threshold.
   *
   * @param threshold documents with at least this score are returned; infinite if no document is
   * @param missRate P_miss, 0 to 1
   * @param falseAlarmRate P_FA, 0 to 1
   * @param value AQWV, at most 1
   */
  public record Point(double threshold, double missRate, double falseAlarmRate, double value)
      implements Measured {}

  /** The change of P_miss or P_FA if a hit is returned. */
  private record Step(double score, double lessMiss, double moreFalseAlarm) {}

  private QueryWeightedValueCurve(double beta, int queries, List<Point> points) {
    super(points);
    this.beta = beta;
    this.queries = queries;
  }

  /**
   * Computes the curve for all scores of a run.
   *
   * @param collectionSize number of documents in the collection
   * @param beta weight of a false alarm, 0 or more
   * @param relevanceLevel the lowest grade of a relevant document
   * @throws IllegalArgumentException if the collection is smaller than the number of relevant
   *     documents and other hits of a query
   */
  public static QueryWeightedValueCurve of(
      Qrels qrels, Run run, long collectionSize, double beta, int relevanceLevel) {
    if (!(beta >= 0)) {
      throw new IllegalArgumentException("beta is " + beta + ", expected 0 or more");
    }
    List<Query> judged =
        qrels.queries().stream()
            .map(
                query ->
                    new Query(
                        qrels.judgedDocuments(query), run.rankedDocuments(query), relevanceLevel))
            .filter(query -> query.relevant > 0)
            .toList();
    List<Step> steps = new ArrayList<>();
    for (Query query : judged) {
      query.addSteps(steps, collectionSize, judged.size());
    }
    steps.sort((a, b) -> Double.compare(b.score, a.score));
    return new QueryWeightedValueCurve(beta, judged.size(), sweep(steps, beta));
  }

  /**
   * The contribution of each query to AQWV at one threshold, for query-by-query comparisons of
   * systems: {@code 1 - miss - beta * false alarms} of the query; the mean over queries is the
   * value of {@link #at}.
   *
   * @return the values of the queries with relevant documents, in the order of the qrels
   */
  public static double[] perQueryValues(
      Qrels qrels,
      Run run,
      long collectionSize,
      double beta,
      int relevanceLevel,
      double threshold) {
    return qrels.queries().stream()
        .map(
            query ->
                new Query(qrels.judgedDocuments(query), run.rankedDocuments(query), relevanceLevel))
        .filter(query -> query.relevant > 0)
        .mapToDouble(query -> query.value(collectionSize, beta, threshold))
        .toArray();
  }

  private static List<Point> sweep(List<Step> steps, double beta) {
    List<Point> points = new ArrayList<>();
    points.add(new Point(Double.POSITIVE_INFINITY, 1, 0, 0));
    double found = 0;
    double falseAlarm = 0;
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      found += step.lessMiss;
      falseAlarm += step.moreFalseAlarm;
      if (i + 1 == steps.size() || steps.get(i + 1).score != step.score) {
        points.add(new Point(step.score, 1 - found, falseAlarm, found - beta * falseAlarm));
      }
    }
    return points;
  }

  /** The hits of a query and its number of relevant documents. */
  private static final class Query {
    private final JudgedDocuments judged;
    private final RankedDocuments ranked;
    private final int level;
    private final int relevant;

    Query(JudgedDocuments judged, RankedDocuments ranked, int level) {
      this.judged = judged;
      this.ranked = ranked;
      this.level = level;
      int count = 0;
      for (int i = 0; i < judged.size(); i++) {
        count += judged.grade(i) >= level ? 1 : 0;
      }
      this.relevant = count;
    }

    double value(long collectionSize, double beta, double threshold) {
      List<Step> steps = new ArrayList<>();
      addSteps(steps, collectionSize, 1);
      return steps.stream()
          .filter(step -> step.score >= threshold)
          .mapToDouble(step -> step.lessMiss - beta * step.moreFalseAlarm)
          .sum();
    }

    void addSteps(List<Step> steps, long collectionSize, int queries) {
      long notRelevant = collectionSize - relevant;
      int alarms = 0;
      for (int i = 0; i < ranked.size(); i++) {
        int position = judged.positionOf(ranked.document(i));
        if (position >= 0 && judged.grade(position) >= level) {
          steps.add(new Step(ranked.score(i), 1.0 / relevant / queries, 0));
        } else {
          alarms++;
          steps.add(new Step(ranked.score(i), 0, 1.0 / notRelevant / queries));
        }
      }
      if (alarms > notRelevant) {
        throw new IllegalArgumentException(
            "the collection has "
                + collectionSize
                + " documents, but a query has "
                + relevant
                + " relevant and "
                + alarms
                + " other hits");
      }
    }
  }

  public double beta() {
    return beta;
  }

  /** Number of evaluated queries, which are those with relevant documents. */
  public int queries() {
    return queries;
  }

  /**
   * The point with the maximum value, MQWV; of equal values, the one with the highest threshold.
   */
  public Point maximum() {
    return maximumOf(Point::value);
  }
}
