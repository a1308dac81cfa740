// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.dense.DenseLayerConfig;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Linear;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;

/** A dense layer of sentence-transformers between pooling and normalisation, which is trained. */
record PooledDense(DenseLayerConfig config, Linear linear) {
  PooledDense {
    requireNonNull(config, "config is null");
    requireNonNull(linear, "linear is null");
  }

  /**
   * Creates the parameters of a layer.
   *
   * @param name beginning of their names
   */
  static PooledDense of(DenseLayer layer, String name, ParameterSource source) {
    DenseLayerConfig config = layer.config();
    Parameter weight =
        source.of(name + ".weight", layer.weights(), config.outputs(), config.inputs());
    return new PooledDense(
        config,
        config.bias()
            ? new Linear(weight, source.of(name + ".bias", layer.bias(), config.outputs()))
            : new Linear(weight));
  }

  /** Maps {@code [texts, inputs]} to {@code [texts, outputs]}, in the precision of the input. */
  Tensor apply(Tensor vectors) {
    Tensor mapped = linear.apply(vectors).to(vectors.scalar_type());
    return switch (config.activation()) {
      case TANH -> torch.tanh(mapped);
      case IDENTITY -> mapped;
    };
  }

  /** Returns the layer with its current values. */
  DenseLayer toDenseLayer() {
    return new DenseLayer(
        config,
        values(linear.weight()),
        linear.bias().map(PooledDense::values).orElseGet(() -> new float[config.outputs()]));
  }

  private static float[] values(Parameter parameter) {
    return Tensors.toArray(parameter.values().detach().to(torch.ScalarType.Float));
  }
}
