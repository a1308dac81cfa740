// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

import static java.util.Objects.requireNonNull;

/**
 * The normalisation of hidden vectors.
 *
 * @param epsilon the value that is added to the variance or the mean square
 * @param bias whether there is a bias
 */
public record Normalization(Kind kind, Placement placement, double epsilon, boolean bias) {
  /** What is computed. */
  public enum Kind {
    /** Subtracts the mean and divides by the standard deviation. */
    LAYER,
    /** Divides by the root mean square. */
    RMS,
    /** Divides by the root mean square and multiplies by the weight plus 1, as Gemma does. */
    RMS_PLUS_ONE
  }

  /** Where a layer normalises its two parts, attention and feed-forward. */
  public enum Placement {
    /** The sum of the input and the output of a part, as BERT does. */
    AFTER_SUM,
    /** The input of a part. */
    BEFORE,
    /** The input of a part, and its output before it is added to the input. */
    BEFORE_AND_AFTER
  }

  public Normalization {
    requireNonNull(kind, "kind is null");
    requireNonNull(placement, "placement is null");
    if (!(epsilon >= 0 && epsilon < 1)) {
      throw new IllegalArgumentException(
          "the epsilon of the normalisation is "
              + epsilon
              + ", expected 0 or more and less than 1");
    }
    if (bias && kind != Kind.LAYER) {
      throw new IllegalArgumentException("only layer normalisation has a bias");
    }
  }

  /** Returns whether the input of a part is normalised. */
  public boolean normalizesInput() {
    return placement != Placement.AFTER_SUM;
  }

  /** Returns whether the output of a part is normalised, before or after it is added. */
  public boolean normalizesOutput() {
    return placement != Placement.BEFORE;
  }
}
