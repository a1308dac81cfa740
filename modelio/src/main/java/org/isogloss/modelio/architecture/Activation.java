// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The activation function of a transformer's feed-forward layers. */
public enum Activation {
  /** {@code x * Phi(x)}, computed with the error function. */
  GELU("gelu"),
  /** GELU, approximated with the hyperbolic tangent as in the original BERT. */
  GELU_TANH("gelu_new", "gelu_pytorch_tanh", "gelu_fast"),
  RELU("relu"),
  /** {@code x * sigmoid(x)}. */
  SILU("silu", "swish");

  private final List<String> names;

  Activation(String... names) {
    this.names = List.of(names);
  }

  /** Returns its name for {@code hidden_act} in {@code config.json}. */
  public String configName() {
    return names.getFirst();
  }

  /**
   * Returns the activation function with a name of {@code hidden_act}; empty if it is not known.
   */
  public static Optional<Activation> fromConfigName(String configName) {
    return Arrays.stream(values())
        .filter(activation -> activation.names.contains(configName))
        .findFirst();
  }

  /** Returns all known names for {@code hidden_act}. */
  public static List<String> configNames() {
    return Arrays.stream(values()).flatMap(activation -> activation.names.stream()).toList();
  }
}
