package org.isogloss.papers.xpr;

import java.util.List;
import org.isogloss.papers.xpr.mixture.TrainingStrategy;

/** A row of the paper's tables: how relevance was trained on, and whether sentences before that. */
enum XprVariant {
  MERGED(1, false, TrainingStrategy.MERGED),
  CASCADE(2, false, TrainingStrategy.CASCADE),
  MIXED(3, false, TrainingStrategy.MIXED),
  XPI_MERGED(4, true, TrainingStrategy.MERGED),
  XPI_CASCADE(5, true, TrainingStrategy.CASCADE),
  XPI_MIXED(6, true, TrainingStrategy.MIXED);

  /** Those that the paper's table 4 has. */
  static final List<XprVariant> OUT_OF_DOMAIN = List.of(MIXED, XPI_MIXED);

  private final int number;
  private final boolean extendedPretraining;
  private final TrainingStrategy strategy;

  XprVariant(int number, boolean xpi, TrainingStrategy strategy) {
    this.number = number;
    this.extendedPretraining = xpi;
    this.strategy = strategy;
  }

  /** Its number in table 3. */
  int number() {
    return number;
  }

  /** Whether extended pre-training comes first. */
  boolean extendedPretraining() {
    return extendedPretraining;
  }

  TrainingStrategy strategy() {
    return strategy;
  }

  /** As the paper names it, with the base that it is trained from. */
  String label(String base) {
    return base + (extendedPretraining ? "+XPI" : "") + "+" + strategy.label();
  }

  /** Names its files. */
  String key() {
    return (extendedPretraining ? "xpi-" : "") + strategy.key();
  }

  /** The trainings of relevance that make its model, each going on from the one before it. */
  List<String> trainings() {
    return strategy == TrainingStrategy.CASCADE ? List.of(key() + "-1", key()) : List.of(key());
  }
}
