// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.Tensor;

/**
 * A tensor of a model, with gradients unless it is frozen.
 *
 * @param name name in Hugging Face's {@code BertModel} and derived classes, without their prefix:
 *     {@code encoder.layer.0.attention.self.query.weight}
 * @param values a leaf owned by its model: it lives until the model is closed
 */
public record Parameter(String name, Tensor values) {
  public Parameter {
    requireNonNull(name, "name is null");
    requireNonNull(values, "values is null");
  }

  /** Returns whether it has gradients. */
  public boolean isTrained() {
    return values.requires_grad();
  }

  /** Enables or disables its gradients. */
  void setTrainable(boolean trained) {
    values.set_requires_grad(trained);
  }
}
