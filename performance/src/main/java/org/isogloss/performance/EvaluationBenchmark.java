// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.isogloss.data.Judgement;
import org.isogloss.data.trec.RunLine;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** trec_eval's official measures over 1,000 queries with 1,000 hits each. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class EvaluationBenchmark {
  private static final int QUERIES = 1000;
  private static final int HITS = 1000;
  private static final int JUDGED_DOCUMENTS = 100;

  private Qrels qrels;
  private Run run;

  /** Creates random judgements and a run with a fixed seed. */
  @Setup
  public void generateData() {
    Random random = new Random(1);
    List<Judgement> judgements = new ArrayList<>();
    List<RunLine> lines = new ArrayList<>();
    for (int query = 0; query < QUERIES; query++) {
      for (int i = 0; i < JUDGED_DOCUMENTS; i++) {
        judgements.add(new Judgement("q" + query, "d" + i * 20, random.nextInt(3)));
      }
      for (int i = 0; i < HITS; i++) {
        lines.add(new RunLine("q" + query, "d" + i, i + 1, random.nextDouble(), "chance"));
      }
    }
    qrels = Qrels.of(judgements);
    run = Run.of(lines);
  }

  /** Evaluates the run. */
  @Benchmark
  public Evaluation evaluate() {
    return Evaluation.of(qrels, run, Measure.official(), EvaluationOptions.DEFAULT);
  }
}
