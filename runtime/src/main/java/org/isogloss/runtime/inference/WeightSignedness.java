// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphWriter;

/**
 * The form of a graph's int8 weights when a processor multiplies them by the activations, which are
 * unsigned bytes. Both forms compute the same sums if {@link #SIGNED} is exact.
 */
enum WeightSignedness {
  /**
   * Weights remain signed bytes: the fastest form on every processor. It is exact on processors
   * with VNNI or Arm's dot product.
   */
  SIGNED,

  /**
   * Weights are converted to unsigned bytes when a graph is opened. Exact on every processor.
   * Slower than {@link #SIGNED}: by a fifth without VNNI, by 40 % and more with it.
   */
  UNSIGNED;

  /** The first version of {@link GraphWriter} that writes a separate zero point for each matrix. */
  private static final int FIRST_VERSION_WITH_ZERO_POINTS = 2;

  /** Computed once, when it is first needed. */
  private static final class Processor {
    static final WeightSignedness EXACT = signedIsExact() ? SIGNED : UNSIGNED;

    /**
     * Returns whether products of unsigned and signed bytes are exact. Processors with AVX2 or
     * AVX-512 but without VNNI add pairs of products in 16 bits, which overflow if both are near
     * their maximum.
     */
    private static boolean signedIsExact() {
      int dimension = 64;
      byte[] largest = new byte[dimension];
      Arrays.fill(largest, Byte.MAX_VALUE);
      try (Int8MatrixMultiplier products = Int8MatrixMultiplier.open(dimension, ElementType.INT8)) {
        products.loadColumns(ByteBuffer.wrap(largest));
        int sum = products.multiply(ByteBuffer.wrap(largest)).get(0);
        return sum == dimension * Byte.MAX_VALUE * Byte.MAX_VALUE;
      }
    }
  }

  /**
   * Returns the fastest form that is exact on this processor; it is measured, not derived from the
   * processor's flags.
   */
  static WeightSignedness fastestExact() {
    OnnxRuntimeEnvironment.environment(); // Fails with a message only outside of an initializer.
    return Processor.EXACT;
  }

  /**
   * Returns the form in which a graph runs.
   *
   * @param version the version of the {@link GraphWriter} that wrote the graph; 0 for graphs of
   *     other programs. Weights without zero points cannot be converted to unsigned
   * @param exact the fastest form that is exact on the processor
   */
  static WeightSignedness forGraph(int version, WeightSignedness exact) {
    return version >= FIRST_VERSION_WITH_ZERO_POINTS ? exact : SIGNED;
  }

  /** Sets the form in the options of a session. */
  void applyTo(OrtSession.SessionOptions options) throws OrtException {
    // ONNX Runtime converts the weights on every x86 processor, not only where sums would overflow.
    if (this == UNSIGNED) {
      options.addConfigEntry("session.x64quantprecision", "1");
    }
  }
}
