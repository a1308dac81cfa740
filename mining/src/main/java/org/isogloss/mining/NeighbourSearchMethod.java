// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

/** Methods of the search for neighbours. */
public enum NeighbourSearchMethod {
  /** {@link #EXACT} or {@link #CELLS}, whichever is expected to be faster. */
  BY_SIZE,
  /**
   * Compares all pairs: finds all neighbours, in time proportional to the product of both sizes.
   */
  EXACT,
  /**
   * Partitions one side into cells and compares each sentence only with the nearest cells (IVF):
   * misses some neighbours, in time roughly proportional to the sum of both sizes times the square
   * root of one size.
   */
  CELLS
}
