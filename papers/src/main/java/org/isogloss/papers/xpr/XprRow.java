package org.isogloss.papers.xpr;

import java.util.List;

/** A row of the paper's tables: how relevance was trained on, and whether sentences before that. */
enum XprRow {
  MERGED(1, false, Strategy.MERGED),
  CASCADE(2, false, Strategy.CASCADE),
  MIXED(3, false, Strategy.MIXED),
  XPI_MERGED(4, true, Strategy.MERGED),
  XPI_CASCADE(5, true, Strategy.CASCADE),
  XPI_MIXED(6, true, Strategy.MIXED);

  /** Those that the paper's table 4 has. */
  static final List<XprRow> ELSEWHERE = List.of(MIXED, XPI_MIXED);

  private final int number;
  private final boolean xpi;
  private final Strategy strategy;

  XprRow(int number, boolean xpi, Strategy strategy) {
    this.number = number;
    this.xpi = xpi;
    this.strategy = strategy;
  }

  /** Its number in table 3. */
  int number() {
    return number;
  }

  /** Whether extended pre-training comes first. */
  boolean xpi() {
    return xpi;
  }

  Strategy strategy() {
    return strategy;
  }

  /** As the paper names it, with the base that it is trained from. */
  String label(String base) {
    return base + (xpi ? "+XPI" : "") + "+" + strategy.label();
  }

  /** Names its files. */
  String key() {
    return (xpi ? "xpi-" : "") + strategy.key();
  }

  /** The trainings of relevance that make its model, each going on from the one before it. */
  List<String> trainings() {
    return strategy == Strategy.CASCADE ? List.of(key() + "-1", key()) : List.of(key());
  }
}
