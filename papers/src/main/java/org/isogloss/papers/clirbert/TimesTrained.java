package org.isogloss.papers.clirbert;

import java.util.Arrays;

/** How often the word of a positive example was that of a positive example of training. */
enum TimesTrained {
  OFTEN("10 times or more", 10),
  SOME("4 to 9 times", 4),
  FEW("1 to 3 times", 1),
  NEVER("never", 0);

  private final String label;
  private final int least;

  TimesTrained(String label, int least) {
    this.label = label;
    this.least = least;
  }

  /** The one that so many times are in. */
  static TimesTrained of(int times) {
    return Arrays.stream(values()).filter(one -> times >= one.least).findFirst().orElseThrow();
  }

  String label() {
    return label;
  }

  /** Names the share of these examples that are taken for what they are. */
  String measure() {
    return "positive as positive, trained on: " + label;
  }
}
