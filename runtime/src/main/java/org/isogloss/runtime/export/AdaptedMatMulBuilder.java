// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.util.HashMap;
import java.util.Map;

/** Builds matrix products to which adapters are added, in single precision. */
final class AdaptedMatMulBuilder implements MatMulBuilder {
  private final MatMulBuilder matrices;
  private final AdapterGraph adapters;

  /** The names of the vectors that were prepared. */
  private final Map<PreparedVectors, String> vectors = new HashMap<>();

  /**
   * Creates a builder.
   *
   * @param matrices builds the products with the matrices themselves
   */
  AdaptedMatMulBuilder(MatMulBuilder matrices, AdapterGraph adapters) {
    this.matrices = matrices;
    this.adapters = adapters;
  }

  @Override
  public PreparedVectors prepare(Activations x) {
    PreparedVectors prepared = matrices.prepare(x);
    vectors.put(prepared, x.name());
    return prepared;
  }

  @Override
  public String multiply(PreparedVectors x, Matrix matrix) {
    return adapters.addProduct(matrices.multiply(x, matrix), vectors.get(x), matrix);
  }
}
