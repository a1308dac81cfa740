package org.isogloss.papers.clirbert.supervision;

import java.util.Arrays;

/** How often the word of a positive example was that of a positive example of training. */
public enum TrainingFrequency {
  OFTEN("10 times or more", 10),
  SOME("4 to 9 times", 4),
  FEW("1 to 3 times", 1),
  NEVER("never", 0);

  private final String label;
  private final int minimum;

  TrainingFrequency(String label, int least) {
    this.label = label;
    this.minimum = least;
  }

  /** The one that so many times are in. */
  public static TrainingFrequency of(int times) {
    return Arrays.stream(values()).filter(one -> times >= one.minimum).findFirst().orElseThrow();
  }

  public String label() {
    return label;
  }

  /** Names the share of these examples that are taken for what they are. */
  public String measureName() {
    return "positive as positive, trained on: " + label;
  }
}
