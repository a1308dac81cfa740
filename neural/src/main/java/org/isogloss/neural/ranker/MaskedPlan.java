package org.isogloss.neural.ranker;

import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;

/**
 * Language modelling.
 *
 * @param share of pieces that are to be guessed
 */
public record MaskedPlan(@Default("0.15") double share, @Default("1") double weight) {
  public MaskedPlan {
    Checks.inside("share", share, 0.001, 1);
    Checks.positive("weight", weight);
  }
}
