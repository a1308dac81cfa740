// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.head.LanguageModelHead;

/** Loads or creates the head that predicts masked tokens. */
public final class LanguageModelHeads {
  private static final String DENSE = "cls.predictions.transform.dense.weight";

  private LanguageModelHeads() {}

  /** Loads the head of the base model, or creates a new one if the base model has none. */
  public static LanguageModelHead loadOrCreate(PretrainedModel base, long seed) {
    return isStored(base)
        ? LanguageModelHead.load(base.folder(), base.transformer())
        : LanguageModelHead.create(base.folder(), base.transformer(), seed);
  }

  /**
   * Loads the head of the base model, or creates one of its word embedding for weights of terms.
   */
  public static LanguageModelHead loadOrCreateSparse(PretrainedModel base) {
    return isStored(base)
        ? LanguageModelHead.load(base.folder(), base.transformer())
        : LanguageModelHead.createSparse(base.folder(), base.transformer());
  }

  private static boolean isStored(PretrainedModel base) {
    try (TransformerWeights weights = TransformerWeights.open(base.folder())) {
      return weights.has(DENSE);
    }
  }
}
