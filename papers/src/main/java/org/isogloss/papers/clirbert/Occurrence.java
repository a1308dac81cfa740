package org.isogloss.papers.clirbert;

import static java.util.Objects.requireNonNull;

import org.isogloss.papers.JudgedFile;

/**
 * An example of weak supervision (section 2.3, table 1).
 *
 * @param query an English word or phrase
 * @param sentence in the other language
 * @param occurs whether the query stands in the sentence's translation
 */
record Occurrence(String query, String sentence, boolean occurs) {
  Occurrence {
    requireNonNull(query, "query is null");
    requireNonNull(sentence, "sentence is null");
  }

  /** As recipes read it. */
  JudgedFile.Example example() {
    return new JudgedFile.Example(query, sentence, occurs);
  }
}
