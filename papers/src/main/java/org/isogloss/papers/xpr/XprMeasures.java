// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.Measure;
import org.isogloss.papers.experiment.ScoredCandidates;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.xpr.mixture.MixedLanguageQuestion;
import org.isogloss.papers.xpr.mixture.MixedLanguageTestSet;

/** Measures of the scores of a test's candidates, for each query. */
final class XprMeasures {
  static final String ACC_1 = "acc@1";
  static final String ACC_10 = "acc@10";
  static final String MRR = "MRR";
  static final String MAP = "MAP";

  /** The paper's measures (section V-B), by the columns of its tables. */
  static final SequencedMap<String, Measure> COLUMNS = columns();

  /** Reciprocal ranks of queries whose relevant passage is in their language, and of the others. */
  static final String MRR_SAME_LANGUAGE = "MRR, same language";

  static final String MRR_OTHER_LANGUAGE = "MRR, other language";

  /** Accuracy on pairs of sentences: of all, in one language, and in two. */
  static final String ACCURACY = "accuracy";

  static final String ACCURACY_ONE_LANGUAGE = "accuracy, one language";
  static final String ACCURACY_TWO_LANGUAGES = "accuracy, two languages";

  static final String ALL = "all";

  private XprMeasures() {}

  private static SequencedMap<String, Measure> columns() {
    SequencedMap<String, Measure> columns = new LinkedHashMap<>();
    columns.put(ACC_1, Measure.success(1));
    columns.put(ACC_10, Measure.success(10));
    columns.put(MRR, Measure.RR);
    columns.put(MAP, Measure.AP);
    return columns;
  }

  /** Returns the name of a test's figure in {@link SystemMeasurements}. */
  static String key(MixedLanguageTestSet test, String column) {
    return test.questionSet().name() + " " + column;
  }

  /**
   * Measures a system.
   *
   * @param scores for each query the score of each candidate, higher for better ones
   */
  static SystemMeasurements measure(MixedLanguageTestSet testSet, List<float[]> scores) {
    ScoredCandidates scored = new ScoredCandidates();
    for (int q = 0; q < scores.size(); q++) {
      MixedLanguageQuestion question = testSet.questions().get(q);
      for (int c = 0; c < scores.get(q).length; c++) {
        scored.add(
            ScoredCandidates.id(q),
            Integer.toString(question.question().candidates().get(c)),
            scores.get(q)[c],
            question.isRelevant(c) ? 1 : 0);
      }
    }
    Evaluation evaluation = scored.evaluate(COLUMNS.values());
    SystemMeasurements.Builder values = SystemMeasurements.builder();
    COLUMNS.forEach(
        (column, measure) -> values.values(key(testSet, column), ALL, evaluation.values(measure)));
    double[] ranks = evaluation.values(Measure.RR);
    return values
        .values(key(testSet, MRR_SAME_LANGUAGE), ALL, restrictedTo(testSet, ranks, true))
        .values(key(testSet, MRR_OTHER_LANGUAGE), ALL, restrictedTo(testSet, ranks, false))
        .build();
  }

  private static double[] restrictedTo(MixedLanguageTestSet test, double[] ranks, boolean same) {
    return IntStream.range(0, ranks.length)
        .filter(
            q -> {
              MixedLanguageQuestion question = test.questions().get(q);
              return question.hasAnswerIn(question.querySide()) == same
                  && question.hasAnswerIn(question.querySide().other()) != same;
            })
        .mapToDouble(q -> ranks[q])
        .toArray();
  }
}
