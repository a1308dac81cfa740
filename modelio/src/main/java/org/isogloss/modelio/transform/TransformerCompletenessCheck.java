// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.weights.TransformerTensorShapes;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.text.Tokenizer;

/** Checks that a model folder contains everything that training and inference will open. */
public final class TransformerCompletenessCheck {
  private TransformerCompletenessCheck() {}

  /**
   * Requires a transformer with a tokenizer and all of its tensors; the elements of the tensors are
   * not read.
   *
   * @throws org.isogloss.core.IsoglossException if a file or tensor is missing or invalid
   */
  public static void requireComplete(ModelFolder model) {
    requireComplete(model, model.encoding());
  }

  /**
   * Requires that a model is complete, and that texts fit into the maximum length of other
   * settings.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException as {@link
   *     #requireComplete(ModelFolder)} does
   */
  static void requireComplete(ModelFolder model, EncodingSettings encoding) {
    EncoderArchitecture architecture = model.architecture();
    Tokenizer tokenizer = model.tokenizer();
    // Fails if the special tokens alone are too long.
    tokenizer.encode("a", Math.min(encoding.maxLength(), architecture.maxLength()));
    try (TransformerWeights weights = TransformerWeights.open(model)) {
      TransformerTensorShapes.require(weights, architecture, model.head());
      model
          .adapters()
          .ifPresent(adapters -> weights.adapters().requireComplete(architecture, adapters));
    }
  }
}
