// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import java.util.Set;

/** The 17 universal part-of-speech tags of Universal Dependencies (UPOS). */
final class UniversalTags {
  private static final Set<String> TAGS =
      Set.of(
          "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON",
          "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X");

  private UniversalTags() {}

  static boolean contains(String tag) {
    return TAGS.contains(tag);
  }
}
