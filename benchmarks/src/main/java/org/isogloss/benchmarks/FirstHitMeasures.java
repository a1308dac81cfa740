// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.isogloss.measure.stats.ConfidenceInterval;

/**
 * Measures of the first relevant document over all queries.
 *
 * @param values acc@1, acc@10 and MRR by name
 * @param interval of the MRR
 */
record FirstHitMeasures(SequencedMap<String, Double> values, ConfidenceInterval interval) {
  private static final String MRR = "mrr";
  private static final Measure ACC_1 = Measure.success(1);
  private static final Measure ACC_10 = Measure.success(10);

  static FirstHitMeasures evaluate(Qrels qrels, Run run) {
    List<Measure> measures = List.of(ACC_1, ACC_10, Measure.RR);
    Evaluation evaluation = Evaluation.of(qrels, run, measures, EvaluationOptions.COMPLETE);
    SequencedMap<String, Double> values = new LinkedHashMap<>();
    values.put("acc1", evaluation.value(ACC_1));
    values.put("acc10", evaluation.value(ACC_10));
    values.put(MRR, evaluation.value(Measure.RR));
    return new FirstHitMeasures(values, BenchmarkResult.intervalOf(evaluation, Measure.RR));
  }

  double mrr() {
    return values.get(MRR);
  }
}
