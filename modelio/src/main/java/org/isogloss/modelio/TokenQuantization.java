// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

/**
 * How token vectors of unit length are quantised: a dimension becomes the odd number nearest to
 * {@code 2 x / (d sigma)} of those from {@code 1 - 2^bits} to {@code 2^bits - 1}, where {@code
 * sigma} is the root mean square of the vector and {@code d} the step that minimises the error of
 * normally distributed values (Max, 1960).
 */
public final class TokenQuantization {
  private TokenQuantization() {}

  /**
   * Returns the step {@code d}.
   *
   * @param bits bits per dimension: 1, 2 or 4
   */
  public static double step(int bits) {
    return switch (bits) {
      case 1 -> 1.596;
      case 2 -> 0.9957;
      case 4 -> 0.3352;
      default -> throw new IllegalArgumentException("bits is " + bits + ", expected 1, 2 or 4");
    };
  }
}
