package org.isogloss.neural.ranker;

import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.neural.transformer.LanguageModelHead;

/** The head that guesses masked pieces. */
public final class LanguageModels {
  private static final String DENSE = "cls.predictions.transform.dense.weight";

  private LanguageModels() {}

  /** The one that the base has, or a new one where it has none. */
  public static LanguageModelHead of(RankerBase base, long seed) {
    try (TransformerWeights weights = TransformerWeights.open(base.folder())) {
      return weights.has(DENSE)
          ? LanguageModelHead.load(base.folder(), base.transformer())
          : LanguageModelHead.create(base.folder(), base.transformer(), seed);
    }
  }
}
