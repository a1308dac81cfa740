// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

import java.util.List;
import org.isogloss.lexical.scoring.TermWeighting;
import org.isogloss.lexical.table.Translation;

/**
 * A query word with its scoring function in one field. Its frequency in a passage is the sum of the
 * frequencies of its terms, each weighted by its probability.
 *
 * @param field the field that contains the terms
 * @param terms one or more terms, each with a probability of at most 1
 * @param weighting the scoring function
 * @param boost factor of its contribution to the score of a passage
 */
public record ScoredWord(
    String field, List<Translation> terms, TermWeighting weighting, float boost) {
  public ScoredWord {
    terms = List.copyOf(terms);
    if (terms.isEmpty()) {
      throw new IllegalArgumentException("a word has no terms, expected one or more");
    }
  }

  /** The upper bound of its contribution to the score of a passage. */
  public double maxScore() {
    return boost * weighting.maxScore();
  }
}
