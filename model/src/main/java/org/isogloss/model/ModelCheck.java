package org.isogloss.model;

import org.isogloss.text.Tokenizer;

/** Opens all of a model folder that training and inference will open, without using it. */
final class ModelCheck {
  private ModelCheck() {}

  /**
   * Requires a transformer with a tokenizer and all of its tensors, whose numbers are not read.
   *
   * @throws org.isogloss.core.IsoglossException if something is missing or wrong
   */
  static void requireComplete(ModelFolder model) {
    TransformerConfig config = model.transformer();
    Tokenizer tokenizer = model.tokenizer();
    // Fails if the special tokens alone are too long.
    tokenizer.encode("a", Math.min(model.encoding().maxLength(), config.maxLength()));
    try (TransformerWeights weights = TransformerWeights.open(model)) {
      TransformerShapes.require(weights, config, model.head());
    }
  }
}
