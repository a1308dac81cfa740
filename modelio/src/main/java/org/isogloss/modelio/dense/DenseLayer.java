// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.dense;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.WeightValidator;

/**
 * A dense layer before the normalisation of a vector, of a text after the pooling or of a token:
 * {@code activation(W x + b)}.
 *
 * @param weights {@code [outputs * inputs]}, row by row
 * @param bias {@code [outputs]}, zeros if the layer has none
 */
public record DenseLayer(DenseLayerConfig config, float[] weights, float[] bias) {
  private static final String WEIGHTS = "linear.weight";
  private static final String BIAS = "linear.bias";

  public DenseLayer {
    requireNonNull(config, "config is null");
    if (weights.length != config.inputs() * config.outputs() || bias.length != config.outputs()) {
      throw new IllegalArgumentException(
          weights.length + " weights and " + bias.length + " biases do not fit " + config);
    }
  }

  /**
   * Reads a layer.
   *
   * @param folder its folder, such as {@code 2_Dense}
   * @throws org.isogloss.modelio.format.ModelFormatException if a file is missing or invalid
   */
  public static DenseLayer read(Path folder) {
    return read(folder, DenseLayerConfig.read(folder));
  }

  /**
   * Reads a layer whose configuration is known.
   *
   * @param folder its folder
   */
  public static DenseLayer read(Path folder, DenseLayerConfig config) {
    try (Safetensors tensors = Safetensors.open(folder)) {
      return read(tensors, config, WEIGHTS, BIAS);
    }
  }

  /**
   * Reads a layer from tensors with other names.
   *
   * @param weights the name of its weights
   * @param bias the name of its bias, which is read if the layer has one
   */
  public static DenseLayer read(
      Safetensors tensors, DenseLayerConfig config, String weights, String bias) {
    return new DenseLayer(
        config,
        floats(tensors, weights, config.outputs(), config.inputs()),
        config.bias() ? floats(tensors, bias, config.outputs()) : new float[config.outputs()]);
  }

  private static float[] floats(Safetensors tensors, String name, long... shape) {
    TensorInfo tensor = tensors.tensor(name, shape);
    if (!tensor.type().isFloatingPoint()) {
      throw new ModelFormatException(
          tensors.fileOf(name),
          "has the tensor \"" + name + "\" in " + tensor.type() + ", expected floating point");
    }
    float[] values = tensors.floats(name);
    WeightValidator.requireValid(tensors.fileOf(name), name, values);
    return values;
  }

  /**
   * Writes the layer.
   *
   * @param folder its folder, which exists
   */
  public void write(Path folder) {
    config.write(folder);
    writeWeights(folder);
  }

  /** Writes a layer that maps the vectors of tokens. */
  public void writeOfTokens(Path folder) {
    config.writeOfTokens(folder);
    writeWeights(folder);
  }

  private void writeWeights(Path folder) {
    SafetensorsWriter writer = new SafetensorsWriter().metadata("format", "pt");
    writer.add(WEIGHTS, weights, config.outputs(), config.inputs());
    if (config.bias()) {
      writer.add(BIAS, bias, config.outputs());
    }
    writer.write(folder.resolve(Safetensors.FILE));
  }

  /**
   * Applies the layer.
   *
   * @param pooled {@code [inputs]}, not normalised
   * @return {@code [outputs]}, not normalised
   */
  public float[] apply(float[] pooled) {
    float[] outputs = new float[config.outputs()];
    for (int row = 0; row < outputs.length; row++) {
      double sum = bias[row];
      for (int i = 0; i < pooled.length; i++) {
        sum += (double) weights[row * pooled.length + i] * pooled[i];
      }
      outputs[row] =
          (float)
              switch (config.activation()) {
                case TANH -> Math.tanh(sum);
                case IDENTITY -> sum;
              };
    }
    return outputs;
  }
}
