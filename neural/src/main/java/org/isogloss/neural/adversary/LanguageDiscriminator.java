// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.transformer.Linear;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.Transformer;

/**
 * The discriminator D of Wang et al. 2021: a perceptron of one layer that estimates the probability
 * that a vector is of the source language. The paper's softmax over two classes has as many degrees
 * of freedom as the sigmoid of one output, {@code D(z) = sigmoid(w z + b)}, which is computed here.
 */
public final class LanguageDiscriminator implements AutoCloseable {
  private static final String NAME = "discriminator";

  private final Linear linear;

  private LanguageDiscriminator(Linear linear) {
    this.linear = linear;
  }

  /**
   * Creates a discriminator of the vectors of a transformer.
   *
   * @param folder the folder from which the transformer was loaded
   * @param seed seed of the weights
   */
  public static LanguageDiscriminator create(ModelFolder folder, Transformer body, long seed) {
    int hidden = body.architecture().hiddenSize();
    return new LanguageDiscriminator(
        ParameterSource.read(folder, body, seed, source -> source.newLinear(NAME, 1, hidden)));
  }

  /** Returns the log odds of the source language, {@code [n]}, of vectors {@code [n, hidden]}. */
  Tensor logits(Tensor vectors) {
    return linear.apply(vectors).squeeze(1);
  }

  /** Returns the same as {@link #logits}, with the parameters as constants. */
  Tensor logitsByConstants(Tensor vectors) {
    return torch
        .linear(
            vectors,
            linear.weight().values().detach(),
            linear.bias().orElseThrow().values().detach())
        .squeeze(1);
  }

  public List<Parameter> parameters() {
    return linear.parameters();
  }

  /** Frees the parameters. */
  @Override
  public void close() {
    parameters().forEach(parameter -> parameter.values().close());
  }
}
