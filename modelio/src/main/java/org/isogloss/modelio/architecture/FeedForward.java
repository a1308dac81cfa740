// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

import static java.util.Objects.requireNonNull;

/**
 * The feed-forward part of a layer: the output layer is applied to the activation of the
 * intermediate layer; if the part is gated, to the product of this activation and a second
 * intermediate layer.
 *
 * @param width inner width
 * @param gated whether there is a second intermediate layer
 * @param bias whether the intermediate layers have a bias
 * @param outputBias whether the output layer has a bias
 */
public record FeedForward(
    int width, Activation activation, boolean gated, boolean bias, boolean outputBias) {
  public FeedForward {
    requireNonNull(activation, "activation is null");
    Sizes.require("intermediate_size", width, Sizes.MAX_INTERMEDIATE);
  }

  /** Creates the feed-forward part of BERT. */
  public static FeedForward plain(int width, Activation activation) {
    return new FeedForward(width, activation, false, true, true);
  }

  /** Creates a gated part without biases. */
  public static FeedForward gated(int width, Activation activation) {
    return new FeedForward(width, activation, true, false, false);
  }

  /** Returns this part with or without biases. */
  public FeedForward withBiases(boolean bias, boolean outputBias) {
    return new FeedForward(width, activation, gated, bias, outputBias);
  }
}
