// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import java.util.List;
import java.util.Set;

/**
 * A sentence whose words have tags: parts of speech, or named entities in the scheme IOB2.
 *
 * @param words the words, none of them empty
 * @param tags the tag of each word
 */
public record TaggedSentence(List<String> words, List<String> tags) {
  public TaggedSentence {
    words = List.copyOf(words);
    tags = List.copyOf(tags);
    if (words.size() != tags.size()) {
      throw new IllegalArgumentException(
          "the sentence has "
              + words.size()
              + " words and "
              + tags.size()
              + " tags, expected one tag for each word");
    }
    if (words.stream().anyMatch(String::isEmpty)) {
      throw new IllegalArgumentException(
          "word " + words.indexOf("") + " is empty, expected words of 1 or more characters");
    }
  }

  /** The number of words. */
  public int size() {
    return words.size();
  }

  /**
   * Returns the sentence with entities of these types only; the words of other entities have the
   * tag O.
   *
   * @param types types of entities, such as PER
   * @throws IllegalArgumentException if a tag is not O, B-TYPE or I-TYPE
   */
  public TaggedSentence withTypes(Set<String> types) {
    return new TaggedSentence(
        words,
        tags.stream()
            .map(tag -> Iob2.type(tag).filter(types::contains).isPresent() ? tag : Iob2.OUTSIDE)
            .toList());
  }
}
