// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.tagger;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.finetuning.Example;
import org.isogloss.text.Encoding;
import org.isogloss.text.window.WordWindow;

/**
 * A window of a sentence with the tags of the words that belong to it.
 *
 * @param tags for each of these words, the number of its tag
 */
record TagExample(WordWindow window, int[] tags) implements Example {
  TagExample {
    requireNonNull(window, "window is null");
    requireNonNull(tags, "tags is null");
  }

  @Override
  public Encoding input() {
    return window.encoding();
  }

  /** Returns the index of the token that is labelled with the tag of this number. */
  int token(int number) {
    return window.firstToken(window.from() + number);
  }
}
