// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

import static java.util.Objects.requireNonNull;

/**
 * What can differ between the layers of an encoder.
 *
 * @param reach largest distance of a token to which a token attends; {@link #UNLIMITED} if it
 *     attends to all
 * @param normalizesAttentionInput whether the input of the attention is normalised: false in a
 *     first layer whose input is normalised already
 */
public record EncoderLayer(
    int reach,
    RelativePositions positions,
    FeedForward feedForward,
    boolean normalizesAttentionInput) {
  /** The reach of a layer that attends to all tokens. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  public EncoderLayer {
    requireNonNull(positions, "positions is null");
    requireNonNull(feedForward, "feedForward is null");
    if (reach < 1) {
      throw new IllegalArgumentException(
          "the window of the attention reaches " + reach + " tokens, expected 1 or more");
    }
  }

  /** Creates a layer that attends to all tokens. */
  public static EncoderLayer global(RelativePositions positions, FeedForward feedForward) {
    return new EncoderLayer(UNLIMITED, positions, feedForward, true);
  }

  /** Returns whether a token attends only to its neighbourhood. */
  public boolean isLocal() {
    return reach != UNLIMITED;
  }
}
