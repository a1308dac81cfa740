// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.supervision;

import java.util.Arrays;

/** Ranges of the number of positive training examples of a word. */
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

  /** Returns the range of a count. */
  public static TrainingFrequency of(int times) {
    return Arrays.stream(values()).filter(one -> times >= one.minimum).findFirst().orElseThrow();
  }

  public String label() {
    return label;
  }

  /** Returns the name of the recall of these examples. */
  public String measureName() {
    return "positive as positive, trained on: " + label;
  }
}
