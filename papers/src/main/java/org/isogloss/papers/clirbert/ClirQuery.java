package org.isogloss.papers.clirbert;

import java.util.List;

/**
 * An English query.
 *
 * @param words one, or those of a phrase
 */
record ClirQuery(List<String> words) {
  ClirQuery {
    words = List.copyOf(words);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a query needs a word");
    }
  }

  /** A query of words with a blank between. */
  static ClirQuery of(String text) {
    return new ClirQuery(List.of(text.split(" ", -1)));
  }

  String text() {
    return String.join(" ", words);
  }

  boolean isPhrase() {
    return words.size() > 1;
  }
}
