// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.scoring;

import java.util.List;

/**
 * An English query.
 *
 * @param words one word, or those of a phrase
 */
public record ClirQuery(List<String> words) {
  public ClirQuery {
    words = List.copyOf(words);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a query needs a word");
    }
  }

  /** Returns a query of words that are separated by blanks. */
  public static ClirQuery of(String text) {
    return new ClirQuery(List.of(text.split(" ", -1)));
  }

  public String text() {
    return String.join(" ", words);
  }

  public boolean isPhrase() {
    return words.size() > 1;
  }
}
