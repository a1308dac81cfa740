// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

/**
 * The logistic function, interpolated linearly between 1,025 exact values: it differs from the
 * exact function by less than 4e-6. Beyond 8 it is 0 or 1, as in fastText.
 */
final class SigmoidTable {
  private static final int LIMIT = 8;
  private static final int STEPS = 64;
  private static final float[] VALUES = new float[2 * LIMIT * STEPS + 2];

  static {
    for (int i = 0; i < VALUES.length; i++) {
      VALUES[i] = (float) (1 / (1 + Math.exp(LIMIT - (double) i / STEPS)));
    }
  }

  private SigmoidTable() {}

  static float sigmoid(float x) {
    if (x <= -LIMIT) {
      return 0;
    }
    if (x >= LIMIT) {
      return 1;
    }
    float at = (x + LIMIT) * STEPS;
    int left = (int) at; // 0 for NaN, whose fraction makes the result NaN.
    return VALUES[left] + (at - left) * (VALUES[left + 1] - VALUES[left]);
  }
}
