// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import static java.util.Objects.requireNonNull;

import java.util.OptionalInt;

/**
 * How the token vectors of passages are stored for late interaction.
 *
 * @param bits bits per dimension: 1, 2 or 4; empty if the reader of the vectors chooses them
 * @param tokensPerVector mean number of tokens that share a vector, from 1 to {@value
 *     #MAX_TOKENS_PER_VECTOR}: a passage of n tokens is stored as the means of n / tokensPerVector
 *     clusters of similar tokens (Clavié, Chaffin and Adams, "Reducing the Footprint of
 *     Multi-Vector Retrieval with Minimal Performance Impact via Token Pooling", 2024)
 */
public record TokenVectorStorage(OptionalInt bits, int tokensPerVector) {
  /** The largest number of tokens that share a vector. */
  public static final int MAX_TOKENS_PER_VECTOR = 16;

  /** A vector for each token. */
  public static final TokenVectorStorage DEFAULT = new TokenVectorStorage(OptionalInt.empty(), 1);

  public TokenVectorStorage {
    requireNonNull(bits, "bits is null").ifPresent(TokenQuantization::step);
    if (tokensPerVector < 1 || tokensPerVector > MAX_TOKENS_PER_VECTOR) {
      throw new IllegalArgumentException(
          "tokens per vector is " + tokensPerVector + ", expected 1 to " + MAX_TOKENS_PER_VECTOR);
    }
  }

  /** Returns this storage with other bits per dimension: 1, 2 or 4. */
  TokenVectorStorage withBits(int count) {
    return new TokenVectorStorage(OptionalInt.of(count), tokensPerVector);
  }
}
