package org.isogloss.modelio.transformer;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The non-linearity of a transformer's feed-forward part. */
public enum Activation {
  /** {@code x * Phi(x)} by the error function. */
  GELU("gelu"),
  /** GELU by its approximation with the hyperbolic tangent, as the first BERT computed it. */
  GELU_TANH("gelu_new", "gelu_pytorch_tanh", "gelu_fast"),
  RELU("relu"),
  /** {@code x * sigmoid(x)}. */
  SILU("silu", "swish");

  private final List<String> names;

  Activation(String... names) {
    this.names = List.of(names);
  }

  /** What {@code config.json} calls it in {@code hidden_act}. */
  public String configName() {
    return names.getFirst();
  }

  static Optional<Activation> fromConfigName(String configName) {
    return Arrays.stream(values()).filter(known -> known.names.contains(configName)).findFirst();
  }

  static List<String> configNames() {
    return Arrays.stream(values()).flatMap(known -> known.names.stream()).toList();
  }
}
