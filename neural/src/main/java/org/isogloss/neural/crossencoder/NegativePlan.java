package org.isogloss.neural.crossencoder;

import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;

/**
 * What stands against a right passage.
 *
 * @param random how many chosen at random among the other sentences of its language
 * @param hard how many of those that share most pieces with it
 * @param pool among how many pairs of a language pair they are looked for
 */
public record NegativePlan(
    @Default("2") int random, @Default("1") int hard, @Default("64") int pool) {
  public NegativePlan {
    Checks.atLeast("random", random, 0);
    Checks.atLeast("hard", hard, 0);
    Checks.atLeast("random and hard together", random + hard, 1);
    Checks.atLeast("pool", pool, 1 + random + hard);
  }

  int count() {
    return random + hard;
  }
}
