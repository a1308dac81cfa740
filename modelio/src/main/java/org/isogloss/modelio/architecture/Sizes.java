// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

/**
 * Checks sizes, so that a small configuration file cannot require unbounded memory or time. With
 * the limits here, every tensor but the word embedding has fewer than 2^30 elements, which fit in
 * one array.
 */
final class Sizes {
  static final int MAX_HIDDEN = 1 << 14;
  static final int MAX_INTERMEDIATE = 1 << 16;

  private Sizes() {}

  /**
   * Requires a size of 1 or more.
   *
   * @param key the key of {@code config.json} that states it
   * @throws IllegalArgumentException if it is less than 1 or above the limit
   */
  static void require(String key, int size, int max) {
    if (size < 1 || size > max) {
      throw new IllegalArgumentException(key + " is " + size + ", expected 1 to " + max);
    }
  }
}
