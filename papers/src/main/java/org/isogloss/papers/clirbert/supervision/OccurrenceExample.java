// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.supervision;

import static java.util.Objects.requireNonNull;

import org.isogloss.data.training.JudgedExample;

/**
 * An example of weak supervision (section 2.3, table 1).
 *
 * @param query an English word or phrase
 * @param sentence a foreign sentence
 * @param occurs whether the query occurs in the translation of the sentence
 */
public record OccurrenceExample(String query, String sentence, boolean occurs) {
  public OccurrenceExample {
    requireNonNull(query, "query is null");
    requireNonNull(sentence, "sentence is null");
  }

  /** Returns the example in the format of recipes. */
  public JudgedExample toJudgedExample() {
    return new JudgedExample(query, sentence, occurs);
  }
}
