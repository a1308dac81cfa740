package org.isogloss.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;

/** How high the first right answer stands: acc@1, acc@10 and MRR over all queries. */
final class FirstHits {
  /** Name of the mean reciprocal rank among the measures. */
  static final String MRR = "mrr";

  private static final Measure FIRST = Measure.success(1);
  private static final Measure FIRST_TEN = Measure.success(10);

  private FirstHits() {}

  static SequencedMap<String, Double> of(Qrels qrels, Run run) {
    List<Measure> asked = List.of(FIRST, FIRST_TEN, Measure.RR);
    Evaluation evaluation = Evaluation.of(qrels, run, asked, EvaluationOptions.COMPLETE);
    SequencedMap<String, Double> measures = new LinkedHashMap<>();
    measures.put("acc1", evaluation.value(FIRST));
    measures.put("acc10", evaluation.value(FIRST_TEN));
    measures.put(MRR, evaluation.value(Measure.RR));
    return measures;
  }
}
