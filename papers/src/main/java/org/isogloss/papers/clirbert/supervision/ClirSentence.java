// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.supervision;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.text.segmentation.EnglishWords;

/**
 * A foreign sentence with its English translation.
 *
 * @param words words of the English sentence: {@link EnglishWords#split}
 */
public record ClirSentence(String english, List<String> words, String foreign) {
  public ClirSentence {
    requireNonNull(english, "english is null");
    requireNonNull(foreign, "foreign is null");
    words = List.copyOf(words);
  }

  static ClirSentence of(String english, String foreign) {
    return new ClirSentence(english, EnglishWords.split(english), foreign);
  }
}
