// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The feed-forward part of a layer: the output layer is applied to the activation of the
 * intermediate layer; if the part is gated, to the product of this activation and a second
 * intermediate layer.
 *
 * @param width inner width
 * @param gated whether there is a second intermediate layer
 * @param bias whether the intermediate layers have a bias
 * @param outputBias whether the output layer has a bias; experts share it
 * @param experts of which each has both layers; empty if there is only one
 */
public record FeedForward(
    int width,
    Activation activation,
    boolean gated,
    boolean bias,
    boolean outputBias,
    Optional<Experts> experts) {
  public FeedForward {
    requireNonNull(experts, "experts is null");
    if (experts.isPresent() && (gated || bias)) {
      throw new IllegalArgumentException("experts have neither a gate nor an inner bias");
    }
    requireNonNull(activation, "activation is null");
    Sizes.require("intermediate_size", width, Sizes.MAX_INTERMEDIATE);
  }

  /** Creates a part without experts. */
  public FeedForward(
      int width, Activation activation, boolean gated, boolean bias, boolean outputBias) {
    this(width, activation, gated, bias, outputBias, Optional.empty());
  }

  /** Creates a part of experts with one bias for their sum. */
  public static FeedForward of(Experts experts, int width, Activation activation) {
    return new FeedForward(width, activation, false, false, true, Optional.of(experts));
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
    return new FeedForward(width, activation, gated, bias, outputBias, experts);
  }
}
