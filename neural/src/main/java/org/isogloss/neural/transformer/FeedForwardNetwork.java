// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.architecture.FeedForward;

/** The feed-forward part of one layer, which may be gated (Shazeer 2020). */
final class FeedForwardNetwork {
  private final FeedForward settings;
  private final Linear intermediate;
  private final Optional<Linear> gate;
  private final Linear output;

  /**
   * Reads the part of a layer.
   *
   * @param in beginning of the names of the layer's tensors
   */
  FeedForwardNetwork(String in, FeedForward settings, int hidden, ParameterSource source) {
    this.settings = settings;
    int width = settings.width();
    this.intermediate = source.linear(in + "intermediate.dense", width, hidden, settings.bias());
    this.gate =
        settings.gated()
            ? Optional.of(source.linear(in + "intermediate.gate", width, hidden, settings.bias()))
            : Optional.empty();
    this.output = source.linear(in + "output.dense", hidden, width, settings.outputBias());
  }

  /** Computes {@code [batch, tokens, hidden]}. */
  Tensor forward(Tensor in) {
    Tensor activated = Activations.apply(settings.activation(), intermediate.apply(in));
    return output.apply(gate.map(layer -> activated.mul(layer.apply(in))).orElse(activated));
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(intermediate.parameters());
    gate.ifPresent(layer -> all.addAll(layer.parameters()));
    all.addAll(output.parameters());
    return all;
  }
}
