// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.util.List;
import org.isogloss.papers.xpr.mixture.TrainingStrategy;

/** A row of the paper's tables: a training strategy, with or without extended pre-training. */
enum XprVariant {
  MERGED(1, false, TrainingStrategy.MERGED),
  CASCADE(2, false, TrainingStrategy.CASCADE),
  MIXED(3, false, TrainingStrategy.MIXED),
  XPI_MERGED(4, true, TrainingStrategy.MERGED),
  XPI_CASCADE(5, true, TrainingStrategy.CASCADE),
  XPI_MIXED(6, true, TrainingStrategy.MIXED);

  /** The rows of table 4. */
  static final List<XprVariant> OUT_OF_DOMAIN = List.of(MIXED, XPI_MIXED);

  private final int number;
  private final boolean extendedPretraining;
  private final TrainingStrategy strategy;

  XprVariant(int number, boolean xpi, TrainingStrategy strategy) {
    this.number = number;
    this.extendedPretraining = xpi;
    this.strategy = strategy;
  }

  /** Number in table 3. */
  int number() {
    return number;
  }

  /** Returns whether extended pre-training comes first. */
  boolean extendedPretraining() {
    return extendedPretraining;
  }

  TrainingStrategy strategy() {
    return strategy;
  }

  /** Returns the name in the paper, with the base. */
  String label(String base) {
    return base + (extendedPretraining ? "+XPI" : "") + "+" + strategy.label();
  }

  /** Returns the name of its files. */
  String key() {
    return (extendedPretraining ? "xpi-" : "") + strategy.key();
  }

  /** Returns the stages of training on relevance, each of which starts from the previous one. */
  List<String> trainings() {
    return strategy == TrainingStrategy.CASCADE ? List.of(key() + "-1", key()) : List.of(key());
  }
}
