package org.isogloss.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.measure.formula.JudgedRanking;
import org.isogloss.measure.formula.RankedDocuments;

/**
 * What the measures say of a run: for each query that has both results and judgements, and for all
 * together.
 */
public final class Evaluation {
  /** Below this a value counts as this in a geometric mean, as trec_eval has it. */
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
    this.queries = run.queries().stream().filter(qrels::hasQuery).toList();
    this.missingQueries = qrels.queries().stream().filter(query -> !run.hasQuery(query)).toList();
    this.unjudgedQueries = run.queries().stream().filter(query -> !qrels.hasQuery(query)).toList();
    this.ties = run.ties();
    measures.forEach(measure -> values.put(measure, new double[queries.size()]));
    int barren = 0;
    for (int i = 0; i < queries.size(); i++) {
      String query = queries.get(i);
      JudgedRanking ranking =
          new JudgedRanking(run.rankedDocuments(query), qrels.judgedDocuments(query));
      int at = i;
      values.forEach(
          (measure, ofAll) -> ofAll[at] = measure.evaluate(ranking, options.relevanceLevel()));
      barren += ranking.relevanceAt(options.relevanceLevel()).relevant() == 0 ? 1 : 0;
    }
    this.withoutRelevant = barren;
    List<JudgedRanking> unanswered = new ArrayList<>();
    if (options.complete()) {
      missingQueries.forEach(
          query ->
              unanswered.add(
                  new JudgedRanking(new RankedDocuments(), qrels.judgedDocuments(query))));
    }
    values.forEach((measure, ofAll) -> summaries.put(measure, summary(measure, ofAll, unanswered)));
  }

  /** Measures a run. */
  public static Evaluation of(
      Qrels qrels, Run run, List<Measure> measures, EvaluationOptions options) {
    return new Evaluation(qrels, run, measures, options);
  }

  /** Measures a run over the queries with results, relevant from grade 1. */
  public static Evaluation of(Qrels qrels, Run run, Measure... measures) {
    return of(qrels, run, List.of(measures), EvaluationOptions.DEFAULT);
  }

  /** One figure out of all queries', added in the order trec_eval adds them. */
  private double summary(Measure measure, double[] ofAll, List<JudgedRanking> unanswered) {
    double sum = 0;
    int count = ofAll.length + unanswered.size();
    switch (measure.kind().summary()) {
      case SUM -> {
        for (double value : ofAll) {
          sum += value;
        }
        for (JudgedRanking ranking : unanswered) {
          sum += measure.evaluate(ranking, options.relevanceLevel());
        }
        return sum;
      }
      case MEAN -> {
        for (double value : ofAll) {
          sum += value;
        }
        return count == 0 ? 0 : sum / count;
      }
      case GEOMETRIC_MEAN -> {
        for (double value : ofAll) {
          sum += Math.log(Math.max(value, GEOMETRIC_FLOOR));
        }
        sum += unanswered.size() * Math.log(GEOMETRIC_FLOOR);
        return count == 0 ? 0 : Math.exp(sum / count);
      }
    }
    throw new AssertionError(measure);
  }

  /** Name of the system. */
  public String tag() {
    return tag;
  }

  public EvaluationOptions options() {
    return options;
  }

  /** What was measured, in the order asked for. */
  public List<Measure> measures() {
    return List.copyOf(values.keySet());
  }

  /** The queries measured one by one, in the order of their ids' bytes. */
  public List<String> queries() {
    return queries;
  }

  /** The queries of the qrels without results. */
  public List<String> missingQueries() {
    return missingQueries;
  }

  /** The queries of the run without judgements, which count nowhere. */
  public List<String> unjudgedQueries() {
    return unjudgedQueries;
  }

  /** Hits of the run that only their documents' ids set apart. */
  public Ties ties() {
    return ties;
  }

  /**
   * The figure for all queries: their mean, sum or geometric mean, whichever the measure asks for.
   */
  public double value(Measure measure) {
    ofAll(measure);
    return summaries.get(measure);
  }

  /** The figures of {@link #queries()}, in their order. */
  public double[] values(Measure measure) {
    return ofAll(measure).clone();
  }

  /** The figure of one query. */
  public double value(Measure measure, String query) {
    int at = queries.indexOf(query);
    if (at < 0) {
      throw new IllegalArgumentException("query " + query + " was not measured");
    }
    return ofAll(measure)[at];
  }

  private double[] ofAll(Measure measure) {
    double[] ofAll = values.get(measure);
    if (ofAll == null) {
      throw new IllegalArgumentException(measure + " was not measured, only " + values.keySet());
    }
    return ofAll;
  }

  /** What someone who reads the figures should know, a sentence each; often nothing. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (!ties.isEmpty()) {
      warnings.add(
          counted(ties.hits(), "hit has", "hits have")
              + " the score of another hit of the same query ("
              + counted(ties.queries(), "query", "queries")
              + "): the document id decides which stands first, as in trec_eval");
    }
    if (!unjudgedQueries.isEmpty()) {
      warnings.add(
          counted(unjudgedQueries.size(), "query of the run has", "queries of the run have")
              + " no judgements, left out: "
              + some(unjudgedQueries));
    }
    if (!missingQueries.isEmpty()) {
      warnings.add(
          counted(missingQueries.size(), "query of the qrels has", "queries of the qrels have")
              + " no results, "
              + (options.complete() ? "counted 0: " : "left out (-c counts them 0): ")
              + some(missingQueries));
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

  private static String some(List<String> ids) {
    return String.join(", ", ids.subList(0, Math.min(5, ids.size())))
        + (ids.size() > 5 ? ", ..." : "");
  }
}
