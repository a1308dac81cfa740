// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.classification;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.isogloss.measure.PrecisionRecall;

/** The number of items of each gold label that a classifier gives each label. */
public final class ConfusionMatrix {
  private final List<String> labels;
  private final int[][] counts;
  private final double[] correct;

  private ConfusionMatrix(List<String> labels, int[][] counts, double[] correct) {
    this.labels = labels;
    this.counts = counts;
    this.correct = correct;
  }

  /**
   * Counts labels.
   *
   * @param gold the right label of each item, at least one
   * @param predicted the predicted label of each item
   * @throws IllegalArgumentException if there are no items or the numbers differ
   */
  public static ConfusionMatrix of(List<String> gold, List<String> predicted) {
    if (gold.isEmpty() || gold.size() != predicted.size()) {
      throw new IllegalArgumentException(
          "there are "
              + gold.size()
              + " gold labels and "
              + predicted.size()
              + " predicted ones, expected equally many, at least 1");
    }
    TreeSet<String> all = new TreeSet<>(gold);
    all.addAll(predicted);
    List<String> labels = List.copyOf(all);
    int[][] counts = new int[labels.size()][labels.size()];
    double[] correct = new double[gold.size()];
    for (int i = 0; i < gold.size(); i++) {
      counts[labels.indexOf(gold.get(i))][labels.indexOf(predicted.get(i))]++;
      correct[i] = gold.get(i).equals(predicted.get(i)) ? 1 : 0;
    }
    return new ConfusionMatrix(labels, counts, correct);
  }

  /** All gold and predicted labels, sorted. */
  public List<String> labels() {
    return labels;
  }

  /** The number of items with this gold label and this predicted label. */
  public int count(String gold, String predicted) {
    return counts[index(gold)][index(predicted)];
  }

  private int index(String label) {
    int index = labels.indexOf(label);
    if (index < 0) {
      throw new IllegalArgumentException("no label is " + label + ", expected one of " + labels);
    }
    return index;
  }

  /** The share of items whose predicted label is right, from 0 to 1. */
  public double accuracy() {
    double sum = 0;
    for (double one : correct) {
      sum += one;
    }
    return sum / correct.length;
  }

  /** 1 for each item whose predicted label is right, otherwise 0, for paired tests. */
  public double[] correct() {
    return correct.clone();
  }

  /** Precision, recall and F1 of a label. */
  public PrecisionRecall of(String label) {
    int index = index(label);
    int predicted = 0;
    int expected = 0;
    for (int i = 0; i < counts.length; i++) {
      expected += counts[index][i];
      predicted += counts[i][index];
    }
    return new PrecisionRecall(expected, predicted, counts[index][index]);
  }

  /** The mean F1 of all gold and predicted labels, from 0 to 1. */
  public double macroF1() {
    List<Double> values = new ArrayList<>();
    labels.forEach(label -> values.add(of(label).f1()));
    return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
  }
}
