// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A text, or a pair of texts, to classify.
 *
 * @param first the text, or the first one of a pair: the premise in natural language inference
 * @param second the second text of a pair: the hypothesis
 */
public record TextInput(String first, Optional<String> second) {
  public TextInput {
    requireNonNull(first, "first is null");
    requireNonNull(second, "second is null");
  }

  /** Returns a single text. */
  public static TextInput of(String text) {
    return new TextInput(text, Optional.empty());
  }

  /** Returns a pair of texts. */
  public static TextInput of(String first, String second) {
    return new TextInput(first, Optional.of(second));
  }
}
