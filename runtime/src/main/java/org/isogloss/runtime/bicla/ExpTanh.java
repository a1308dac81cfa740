// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

/**
 * The function {@code exp(tanh(x))}, from which attention weights are computed, by linear
 * interpolation in a table: the relative error is below 1e-6. Its values are between {@code 1 / e}
 * and {@code e}, so that a softmax needs no shift. Computing it takes longer than all products of a
 * pair of sentences.
 */
final class ExpTanh {
  /** Beyond this, the hyperbolic tangent is 1 up to the precision of a float. */
  private static final float LIMIT = 9;

  private static final int STEPS_PER_UNIT = 1024;
  private static final float[] TABLE = table();

  private ExpTanh() {}

  private static float[] table() {
    float[] values = new float[(int) (2 * LIMIT * STEPS_PER_UNIT) + 2];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) Math.exp(Math.tanh((double) i / STEPS_PER_UNIT - LIMIT));
    }
    return values;
  }

  static float of(float x) {
    float position = (Math.clamp(x, -LIMIT, LIMIT) + LIMIT) * STEPS_PER_UNIT;
    int index = (int) position;
    float below = TABLE[index];
    return below + (position - index) * (TABLE[index + 1] - below);
  }
}
