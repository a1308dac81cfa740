// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.measure.formula.JudgedRanking;
import org.isogloss.measure.formula.RankedDocuments;

/**
 * The values of effectiveness measures for a run: for each query with both results and judgements,
 * and for all queries together.
 */
public final class Evaluation {
  /** Smaller values are raised to this value in a geometric mean, as in trec_eval. */
  private static final double GEOMETRIC_FLOOR = 0.00001;

  private final String tag;
  private final EvaluationOptions options;
  private final List<String> queries;
  private final Map<Measure, double[]> values = new LinkedHashMap<>();
  private final Map<Measure, Double> summaries = new LinkedHashMap<>();
  private final List<String> missingQueries;
  private final List<String> unjudgedQueries;
  private final int withoutRelevant;
  private final Ties ties;

  private Evaluation(Qrels qrels, Run run, List<Measure> measures, EvaluationOptions options) {
    this.tag = run.tag();
    this.options = options;
    this.queries =
        options.evaluatesMissingQueries()
            ? qrels.queries()
            : run.queries().stream().filter(qrels::hasQuery).toList();
    this.missingQueries = qrels.queries().stream().filter(query -> !run.hasQuery(query)).toList();
    this.unjudgedQueries = run.queries().stream().filter(query -> !qrels.hasQuery(query)).toList();
    this.ties = run.ties();
    measures.forEach(measure -> values.put(measure, new double[queries.size()]));
    int withoutRelevantCount = 0;
    for (int i = 0; i < queries.size(); i++) {
      String query = queries.get(i);
      JudgedRanking ranking =
          new JudgedRanking(run.rankedDocuments(query), qrels.judgedDocuments(query));
      int at = i;
      values.forEach(
          (measure, queryValues) -> queryValues[at] = measure.evaluate(ranking, options));
      withoutRelevantCount += ranking.relevanceAt(options.relevanceLevel()).relevant() == 0 ? 1 : 0;
    }
    this.withoutRelevant = withoutRelevantCount;
    List<JudgedRanking> unanswered = new ArrayList<>();
    if (options.complete() && !options.evaluatesMissingQueries()) {
      missingQueries.forEach(
          query ->
              unanswered.add(
                  new JudgedRanking(new RankedDocuments(), qrels.judgedDocuments(query))));
    }
    values.forEach(
        (measure, queryValues) ->
            summaries.put(measure, summary(measure, queryValues, unanswered)));
  }

  /** Evaluates a run. */
  public static Evaluation of(
      Qrels qrels, Run run, List<Measure> measures, EvaluationOptions options) {
    return new Evaluation(qrels, run, measures, options);
  }

  /** Evaluates a run over the queries with results; documents are relevant from grade 1. */
  public static Evaluation of(Qrels qrels, Run run, Measure... measures) {
    return of(qrels, run, List.of(measures), EvaluationOptions.DEFAULT);
  }

  /** Aggregates the values of all queries, in the order of summation of trec_eval. */
  private double summary(Measure measure, double[] queryValues, List<JudgedRanking> unanswered) {
    double sum = 0;
    int count = queryValues.length + unanswered.size();
    switch (measure.kind().summary()) {
      case SUM -> {
        for (double value : queryValues) {
          sum += value;
        }
        for (JudgedRanking ranking : unanswered) {
          sum += measure.evaluate(ranking, options);
        }
        return sum;
      }
      case MEAN -> {
        for (double value : queryValues) {
          sum += value;
        }
        return count == 0 ? 0 : sum / count;
      }
      case GEOMETRIC_MEAN -> {
        for (double value : queryValues) {
          sum += Math.log(Math.max(value, GEOMETRIC_FLOOR));
        }
        sum += unanswered.size() * Math.log(GEOMETRIC_FLOOR);
        return count == 0 ? 0 : Math.exp(sum / count);
      }
    }
    throw new AssertionError(measure);
  }

  /** The name of the system. */
  public String tag() {
    return tag;
  }

  public EvaluationOptions options() {
    return options;
  }

  /** The measures, in the requested order. */
  public List<Measure> measures() {
    return List.copyOf(values.keySet());
  }

  /** The evaluated queries, in the byte order of their ids. */
  public List<String> queries() {
    return queries;
  }

  /** The queries of the qrels without results. */
  public List<String> missingQueries() {
    return missingQueries;
  }

  /** The queries of the run without judgements, which are ignored. */
  public List<String> unjudgedQueries() {
    return unjudgedQueries;
  }

  /** The number of hits whose order is determined only by their document ids. */
  public Ties ties() {
    return ties;
  }

  /** The value for all queries: the mean, sum or geometric mean, depending on the measure. */
  public double value(Measure measure) {
    queryValues(measure);
    return summaries.get(measure);
  }

  /** The values of {@link #queries()}, in their order. */
  public double[] values(Measure measure) {
    return queryValues(measure).clone();
  }

  /** The value for one query. */
  public double value(Measure measure, String query) {
    int at = queries.indexOf(query);
    if (at < 0) {
      throw new IllegalArgumentException("query " + query + " was not measured");
    }
    return queryValues(measure)[at];
  }

  private double[] queryValues(Measure measure) {
    double[] queryValues = values.get(measure);
    if (queryValues == null) {
      throw new IllegalArgumentException(measure + " was not measured, only " + values.keySet());
    }
    return queryValues;
  }

  /** Warnings that readers of the values should know, one sentence each; usually empty. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (!ties.isEmpty()) {
      warnings.add(
          counted(ties.hits(), "hit has", "hits have")
              + " the score of another hit of the same query ("
              + counted(ties.queries(), "query", "queries")
              + "): the document id determines their order, as in trec_eval");
    }
    if (!unjudgedQueries.isEmpty()) {
      warnings.add(
          counted(unjudgedQueries.size(), "query of the run has", "queries of the run have")
              + " no judgements, ignored: "
              + excerpt(unjudgedQueries));
    }
    if (!missingQueries.isEmpty()) {
      warnings.add(
          counted(missingQueries.size(), "query of the qrels has", "queries of the qrels have")
              + " no results, "
              + (options.complete()
                  ? "counted as 0: "
                  : "ignored (a complete evaluation counts them as 0): ")
              + excerpt(missingQueries));
    }
    if (withoutRelevant > 0) {
      warnings.add(
          counted(withoutRelevant, "query has", "queries have")
              + " no relevant documents: measures are 0 there, as in trec_eval");
    }
    return warnings;
  }

  private static String counted(int count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }

  private static String excerpt(List<String> ids) {
    return String.join(", ", ids.subList(0, Math.min(5, ids.size())))
        + (ids.size() > 5 ? ", ..." : "");
  }
}
