// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import org.isogloss.core.Query;
import org.isogloss.core.ScoreProbability;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.text.language.LanguageIdentifier;

/**
 * How unlike a query is to those that the texts of an index could answer. Random letters are in no
 * language, and no passage has them:
 *
 * <pre>{@code
 * unfamiliarity = -ln(p) a
 * }</pre>
 *
 * where {@code p} is the {@linkplain LanguageIdentifier#probabilityOfAnyLanguage probability} that
 * the query is in any language, and {@code a} the share of its words that no passage has in any
 * language. Names and terms of an index are familiar without being in a known language; so are
 * words in a known language that the index does not have. {@link ScoreProbability#forQuery} tells
 * what follows from it.
 *
 * @param rules have words that are in no passage, but whose synonyms are
 */
public record Unfamiliarity(IndexSnapshot snapshot, SearchRules rules) {
  private static final double MIN_PROBABILITY = 1e-3;

  /** From here on, there is no doubt. */
  private static final double CERTAIN = 0.95;

  /** Returns the unfamiliarity of a query, from 0 to 7; 0 for a query not in Latin letters. */
  public double of(Query query) {
    double probability = LanguageIdentifier.probabilityOfAnyLanguage(query.text());
    return probability >= CERTAIN
        ? 0
        : -Math.log(Math.max(probability, MIN_PROBABILITY))
            * new Spelling(snapshot).absentShare(query, rules);
  }
}
