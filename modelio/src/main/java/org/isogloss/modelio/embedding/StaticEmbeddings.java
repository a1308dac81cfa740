// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.embedding;

import static java.util.Objects.requireNonNull;

import org.isogloss.modelio.safetensors.WeightValidator;

/**
 * The token vectors of a static encoder in eight bits: token {@code p} has the vector {@code
 * scales[p] * values[p * dimension ... (p + 1) * dimension]}.
 *
 * @param dimension dimension of a vector
 * @param values {@code [tokens * dimension]}, row after row, each in {@code [-127, 127]}
 * @param scales {@code [tokens]}: the quantisation step of the row times the weight of its token
 */
public record StaticEmbeddings(int dimension, byte[] values, float[] scales)
    implements EmbeddingRows {
  public StaticEmbeddings {
    requireNonNull(values, "values is null");
    requireNonNull(scales, "scales is null");
    if (dimension < 1 || (long) scales.length * dimension != values.length) {
      throw new IllegalArgumentException(
          values.length + " values, expected " + scales.length + " rows of " + dimension);
    }
    for (int token = 0; token < scales.length; token++) {
      if (!(Math.abs(scales[token]) <= WeightValidator.MAX_MAGNITUDE)) {
        throw new IllegalArgumentException(
            "scale of row "
                + token
                + " is "
                + scales[token]
                + ", expected at most "
                + WeightValidator.MAX_MAGNITUDE);
      }
    }
  }

  @Override
  public int vocabularySize() {
    return scales.length;
  }

  @Override
  public void addTo(float[] sum, int token) {
    add(values, token * dimension, scales[token], sum);
  }

  /** A separate, simple method so that the JIT compiler vectorises it. */
  private static void add(byte[] values, int from, float scale, float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += scale * values[from + i];
    }
  }
}
