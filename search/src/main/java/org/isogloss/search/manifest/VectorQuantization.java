// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.manifest;

import java.util.Arrays;
import java.util.Optional;

/**
 * The precision of the vectors that are compared in the search of a graph. The index always stores
 * vectors in single precision too, by which the nearest passages of the graph are scored. A search
 * reads these only for the candidates, so that they need not fit into memory.
 *
 * <p>Quantized vectors are centred, and each has its own interval ("optimized scalar quantization"
 * of Lucene, after Gao and Long, "RaBitQ: Quantizing High-Dimensional Vectors with a Theoretical
 * Error Bound for Approximate Nearest Neighbor Search", SIGMOD 2024). {@code
 * docs/results/search.md} reports recall and memory.
 */
public enum VectorQuantization {
  /** Graphs compare the vectors in single precision. */
  NONE("none", Float.SIZE),
  /** 4 bits for each dimension. */
  FOUR_BITS("4-bit", 4),
  /** 1 bit for each dimension; queries have 4 bits. */
  ONE_BIT("1-bit", 1);

  private final String id;
  private final int bits;

  VectorQuantization(String id, int bits) {
    this.id = id;
    this.bits = bits;
  }

  /** The name in manifests: {@code none}, {@code 4-bit} or {@code 1-bit}. */
  public String id() {
    return id;
  }

  /** Number of bits of a dimension. */
  public int bits() {
    return bits;
  }

  /** Finds a quantization by its {@link #id}. */
  public static Optional<VectorQuantization> find(String id) {
    return Arrays.stream(values()).filter(value -> value.id.equals(id)).findAny();
  }

  @Override
  public String toString() {
    return id;
  }
}
