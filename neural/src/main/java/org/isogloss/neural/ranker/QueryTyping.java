// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.util.SplittableRandom;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.text.typing.Typing;

/**
 * Data augmentation: some queries are encoded as users type them. What they are compared with stays
 * the same, such as the teacher's vector of the query without errors.
 *
 * @param unaccented fraction of the queries that have no accents
 * @param misspelt fraction of the queries that have an error in one word
 */
public record QueryTyping(@Default("0") double unaccented, @Default("0") double misspelt) {
  public QueryTyping {
    RecipeChecks.requireInRange("unaccented", unaccented, 0, 1);
    RecipeChecks.requireInRange("misspelt", misspelt, 0, 1);
    if (unaccented + misspelt > 1) {
      throw new IllegalArgumentException(
          "unaccented and misspelt are "
              + unaccented
              + " and "
              + misspelt
              + ", expected fractions that sum to at most 1");
    }
  }

  /**
   * Returns a query as a user types it; the query itself if it has nothing to type differently.
   *
   * @param seed determines whether and how the query differs
   */
  public String type(String query, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return typing(random.nextDouble()).type(query, random.nextLong()).orElse(query);
  }

  private Typing typing(double choice) {
    if (choice < unaccented) {
      return Typing.UNACCENTED;
    }
    return choice < unaccented + misspelt ? Typing.MISSPELT : Typing.CAREFUL;
  }
}
