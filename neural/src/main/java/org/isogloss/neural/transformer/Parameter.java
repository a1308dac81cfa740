// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.Tensor;

/**
 * A tensor of a model. It is trained unless it is frozen.
 *
 * @param name name in {@code BertModel} of Hugging Face and in classes derived from it, without
 *     their prefix: {@code encoder.layer.0.attention.self.query.weight}
 * @param values a leaf tensor, which belongs to the model and lives until the model is closed
 */
public record Parameter(String name, Tensor values) {
  public Parameter {
    requireNonNull(name, "name is null");
    requireNonNull(values, "values is null");
  }

  /** Returns whether the parameter is trained, so that it receives gradients. */
  public boolean isTrained() {
    return values.requires_grad();
  }

  /** Enables or disables the gradients of the parameter. */
  void setTrainable(boolean trained) {
    values.set_requires_grad(trained);
  }
}
