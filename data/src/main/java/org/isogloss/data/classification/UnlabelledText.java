// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A text, or a pair of texts, to classify.
 *
 * @param first the text, or the first one of a pair: the premise in natural language inference
 * @param second the second text of a pair: the hypothesis
 */
public record UnlabelledText(String first, Optional<String> second) {
  public UnlabelledText {
    requireNonNull(first, "first is null");
    requireNonNull(second, "second is null");
  }
}
