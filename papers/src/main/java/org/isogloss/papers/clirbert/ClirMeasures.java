// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.isogloss.measure.Measure;
import org.isogloss.measure.QueryWeightedValueCurve;
import org.isogloss.papers.clirbert.scoring.ClirDocument;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;
import org.isogloss.papers.clirbert.supervision.TrainingFrequency;
import org.isogloss.papers.experiment.ScoredCandidates;
import org.isogloss.papers.experiment.SystemMeasurements;

/** Measures of a system. */
final class ClirMeasures {
  static final String ACCURACY = "accuracy";
  static final String MAP_PHRASES = "MAP, phrase queries";
  static final String MAP_ALL = "MAP, all queries";
  static final String MQWV_ANALYSIS = "MQWV, analysis set";
  static final String MQWV_DEVELOPMENT = "MQWV, development set";
  static final String AQWV_DEVELOPMENT = "AQWV, development set";

  /** Cells of the confusion matrix: the true class and the predicted class of an example. */
  static final List<String> CONFUSION =
      List.of(
          "positive as positive",
          "positive as negative",
          "negative as positive",
          "negative as negative");

  /** Probability from which a query is predicted to occur in a sentence. */
  private static final double THRESHOLD = 0.5;

  /** Number of training examples that the training of a system drew. */
  static final String TRAINING_DRAWS = "training draws";

  /** The only part of each figure. */
  static final String ALL = "all";

  private ClirMeasures() {}

  /**
   * Returns accuracy, the confusion matrix with rows that sum up to 1, and the recall of positive
   * examples by the training frequency of their words.
   *
   * @param probabilities probability of each example
   * @param trainingCounts how often each word was a positive training example; missing for never
   */
  static SystemMeasurements classification(
      List<OccurrenceExample> examples,
      double[] probabilities,
      Map<String, Integer> trainingCounts) {
    double[] right = new double[examples.size()];
    double[] counts = new double[CONFUSION.size()];
    Map<TrainingFrequency, DoubleStream.Builder> positive = new EnumMap<>(TrainingFrequency.class);
    for (int i = 0; i < right.length; i++) {
      OccurrenceExample one = examples.get(i);
      boolean predicted = probabilities[i] >= THRESHOLD;
      right[i] = predicted == one.occurs() ? 1 : 0;
      counts[(one.occurs() ? 0 : 2) + (predicted ? 0 : 1)]++;
      if (one.occurs()) {
        positive
            .computeIfAbsent(
                TrainingFrequency.of(trainingCounts.getOrDefault(one.query(), 0)),
                times -> DoubleStream.builder())
            .add(right[i]);
      }
    }
    SystemMeasurements.Builder measured = SystemMeasurements.builder().values(ACCURACY, ALL, right);
    positive.forEach((times, of) -> putIfAny(measured, times.measureName(), of.build().toArray()));
    for (int i = 0; i < counts.length; i++) {
      double row = counts[i / 2 * 2] + counts[i / 2 * 2 + 1];
      measured.figure(CONFUSION.get(i), ALL, counts[i] / Math.max(1, row));
    }
    return measured.build();
  }

  /** A set of documents with the scores of a system. */
  private record Judged(ScoredCandidates scored, int size) {
    static Judged of(ClirCollection collection, List<float[]> scores, int from, int to) {
      ScoredCandidates scored = new ScoredCandidates();
      for (int q = 0; q < scores.size(); q++) {
        for (int d = from; d < to; d++) {
          ClirDocument document = collection.documents().get(d);
          boolean relevant = document.isRelevant(collection.queries().get(q));
          scored.add(ScoredCandidates.id(q), document.id(), scores.get(q)[d], relevant ? 1 : 0);
        }
      }
      return new Judged(scored, to - from);
    }

    QueryWeightedValueCurve curve() {
      return QueryWeightedValueCurve.of(
          scored.qrels(), scored.run(), size, QueryWeightedValueCurve.DEFAULT_BETA, 1);
    }

    double[] values(double threshold) {
      return QueryWeightedValueCurve.perQueryValues(
          scored.qrels(), scored.run(), size, QueryWeightedValueCurve.DEFAULT_BETA, 1, threshold);
    }
  }

  private static Judged analysis(ClirCollection collection, List<float[]> scores) {
    return Judged.of(collection, scores, 0, collection.analysis().size());
  }

  /** Returns the curve of the analysis set. */
  static QueryWeightedValueCurve curve(ClirCollection collection, List<float[]> scores) {
    return analysis(collection, scores).curve();
  }

  /**
   * Returns MAP on the analysis set, MQWV on both sets, and AQWV on the development set at the best
   * threshold of the analysis set.
   *
   * @param scores for each query the score of each document, those of the analysis set first
   */
  static SystemMeasurements retrieval(ClirCollection collection, List<float[]> scores) {
    Judged analysis = analysis(collection, scores);
    Judged development =
        Judged.of(collection, scores, collection.analysis().size(), collection.documents().size());
    double[] precisions = analysis.scored().evaluate(List.of(Measure.AP)).values(Measure.AP);
    double threshold = analysis.curve().maximum().threshold();
    SystemMeasurements.Builder values = SystemMeasurements.builder();
    putIfAny(values, MAP_ALL, precisions);
    putIfAny(
        values,
        MAP_PHRASES,
        IntStream.range(0, precisions.length)
            .filter(q -> collection.queries().get(q).isPhrase())
            .mapToDouble(q -> precisions[q])
            .toArray());
    putIfAny(values, MQWV_ANALYSIS, analysis.values(threshold));
    putIfAny(
        values, MQWV_DEVELOPMENT, development.values(development.curve().maximum().threshold()));
    putIfAny(values, AQWV_DEVELOPMENT, development.values(threshold));
    return values.build();
  }

  /** Leaves out a measure for which no query or example counts. */
  private static void putIfAny(SystemMeasurements.Builder values, String key, double... counted) {
    if (counted.length > 0) {
      values.values(key, ALL, counted);
    }
  }
}
