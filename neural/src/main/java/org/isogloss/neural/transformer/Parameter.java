package org.isogloss.neural.transformer;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.Tensor;

/**
 * A tensor of a model. Gradients flow to it unless it was frozen.
 *
 * @param name as Hugging Face's {@code BertModel} and the classes made from it have it, without
 *     their prefix: {@code encoder.layer.0.attention.self.query.weight}
 * @param values a leaf, which its model owns: it lives until the model is closed
 */
public record Parameter(String name, Tensor values) {
  public Parameter {
    requireNonNull(name, "name is null");
    requireNonNull(values, "values is null");
  }

  /** Whether gradients flow to it. */
  public boolean isTrained() {
    return values.requires_grad();
  }

  /** Lets gradients flow to it, or no longer. */
  void setTrainable(boolean trained) {
    values.set_requires_grad(trained);
  }
}
