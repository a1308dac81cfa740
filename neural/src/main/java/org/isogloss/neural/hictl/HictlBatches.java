package org.isogloss.neural.hictl;

import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;

/**
 * What HICTL's batches are made of. For each pair a language is drawn, all being equally likely.
 *
 * @param pairs of a batch
 * @param monolingual share of pairs that are a sentence and its own pieces in another order; the
 *     others are translations
 * @param chunk how many texts are run through the model together
 */
public record HictlBatches(
    @Default("32") int pairs, @Default("0.5") double monolingual, @Default("32") int chunk) {
  public HictlBatches {
    Checks.atLeast("pairs", pairs, 2);
    Checks.inside("monolingual", monolingual, 0, 1);
    Checks.atLeast("chunk", chunk, 1);
  }
}
