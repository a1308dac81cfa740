// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.data.Judgement;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;

/** The scores that a system gives to the candidates of queries, with their grades. */
public final class ScoredCandidates {
  private final SequencedMap<String, List<Hit>> hits = new LinkedHashMap<>();
  private final List<Judgement> judgements = new ArrayList<>();

  /** Returns the id of a query by its position, so that ids have the order of the queries. */
  public static String id(int query) {
    return String.format(Locale.ROOT, "%06d", query);
  }

  /** Adds a candidate of a query; grade 0 is not relevant. */
  public void add(String query, String document, double score, int grade) {
    hits.computeIfAbsent(query, key -> new ArrayList<>()).add(new Hit(document, score));
    if (grade > 0) {
      judgements.add(new Judgement(query, document, grade));
    }
  }

  /** Returns the rankings by query, in the order in which the queries were added. */
  public SequencedMap<String, Ranking> rankings() {
    SequencedMap<String, Ranking> rankings = new LinkedHashMap<>();
    hits.forEach((query, of) -> rankings.put(query, Ranking.of(of)));
    return rankings;
  }

  /** Returns the rankings as a run. */
  public Run run() {
    return Run.of("system", rankings());
  }

  /** Returns the judgements of relevant candidates. */
  public Qrels qrels() {
    return Qrels.of(judgements);
  }

  /** Evaluates the rankings, those of queries without a relevant candidate left out. */
  public Evaluation evaluate(Collection<Measure> measures) {
    return Evaluation.of(qrels(), run(), List.copyOf(measures), EvaluationOptions.COMPLETE);
  }
}
