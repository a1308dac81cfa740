// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

/** How attention knows the distance of two tokens. */
public sealed interface RelativePositions {
  /** It does not know it. */
  record None() implements RelativePositions {}

  /**
   * Rotates pairs of dimensions of queries and keys by an angle that grows with the position (Su et
   * al., <i>RoFormer</i>, 2021): dimension {@code i} with {@code i + dimensions / 2}, by {@code
   * position / (base^(2i / dimensions) * divisor)}.
   *
   * @param dimensions number of dimensions of a head that are rotated, an even number
   * @param divisor by which frequencies are divided; 1 unless positions are scaled
   */
  record Rotary(double base, int dimensions, double divisor) implements RelativePositions {
    public Rotary {
      if (dimensions < 2 || dimensions % 2 != 0) {
        throw new IllegalArgumentException(
            dimensions + " dimensions cannot be rotated, expected an even number");
      }
      if (!(base > 1 && base < 1e12) || !(divisor >= 1 && divisor < 1e12)) {
        throw new IllegalArgumentException(
            "rope_theta is " + base + ", divided by " + divisor + ", expected more than 1");
      }
    }

    /** Returns the frequencies in single precision, computed as PyTorch does. */
    public float[] frequencies() {
      float[] frequencies = new float[dimensions / 2];
      for (int i = 0; i < frequencies.length; i++) {
        float exponent = (float) (2 * i) / dimensions;
        frequencies[i] = 1 / (float) Math.pow(base, exponent) / (float) divisor;
      }
      return frequencies;
    }
  }

  /** Subtracts a multiple of the distance, a different one in each head (Press et al., 2022). */
  record LinearBias() implements RelativePositions {
    /**
     * Returns the factor of each head: a geometric sequence, for other numbers of heads than powers
     * of two continued with every second value of the next longer one.
     */
    public static float[] slopes(int heads) {
      int power = Integer.highestOneBit(heads);
      float[] slopes = new float[heads];
      for (int head = 0; head < heads; head++) {
        double exponent =
            head < power ? (head + 1.0) / power : (2 * (head - power) + 1.0) / (2 * power);
        slopes[head] = (float) Math.pow(2, -8 * exponent);
      }
      return slopes;
    }
  }

  /**
   * Adds a learned value for each head and each bucket of distances, as T5 and MPNet do: half of
   * the buckets for each direction, of these half for one distance each, the others for ranges that
   * grow logarithmically.
   *
   * @param maxDistance distance from which all are in the last bucket
   */
  record Bucketed(int buckets, int maxDistance) implements RelativePositions {
    private static final int MAX_BUCKETS = 1 << 12;

    public Bucketed {
      Sizes.require("relative_attention_num_buckets", buckets, MAX_BUCKETS);
      if (buckets % 4 != 0 || maxDistance <= buckets / 4) {
        throw new IllegalArgumentException(
            "relative_attention_num_buckets is " + buckets + ", expected a multiple of 4");
      }
    }

    /** Returns the bucket of a distance, the position of the key minus that of the query. */
    public int bucket(int distance) {
      int half = buckets / 2;
      int exact = half / 2;
      int magnitude = Math.abs(distance);
      int bucket = magnitude;
      if (magnitude >= exact) {
        float logarithm = (float) Math.log((float) magnitude / exact);
        float range = (float) Math.log((double) maxDistance / exact);
        bucket = Math.min(half - 1, exact + (int) (logarithm / range * (half - exact)));
      }
      return distance > 0 ? half + bucket : bucket;
    }
  }
}
