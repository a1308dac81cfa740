package org.isogloss.modelio.transform;

import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerTensorShapes;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.text.Tokenizer;

/** Opens all of a model folder that training and inference will open, without using it. */
public final class TransformerCompletenessCheck {
  private TransformerCompletenessCheck() {}

  /**
   * Requires a transformer with a tokenizer and all of its tensors, whose numbers are not read.
   *
   * @throws org.isogloss.core.IsoglossException if something is missing or wrong
   */
  public static void requireComplete(ModelFolder model) {
    TransformerConfig config = model.transformerConfig();
    Tokenizer tokenizer = model.tokenizer();
    // Fails if the special tokens alone are too long.
    tokenizer.encode("a", Math.min(model.encoding().maxLength(), config.maxLength()));
    try (TransformerWeights weights = TransformerWeights.open(model)) {
      TransformerTensorShapes.require(weights, config, model.head());
    }
  }
}
