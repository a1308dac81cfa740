// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.core.Language;

/**
 * A text, or a pair of texts, with the label of its class.
 *
 * @param language the language; {@link Language#UNDETERMINED} if it is not stated
 * @param first the text, or the first one of a pair: the premise in natural language inference
 * @param second the second text of a pair: the hypothesis
 * @param label the label, such as {@code entailment}; not blank
 */
public record ClassifiedText(
    Language language, String first, Optional<String> second, String label) {
  public ClassifiedText {
    requireNonNull(language, "language is null");
    requireNonNull(first, "first is null");
    requireNonNull(second, "second is null");
    if (label.isBlank()) {
      throw new IllegalArgumentException("label is blank, expected the name of a class");
    }
  }

  /** Returns a pair of texts in an undetermined language. */
  public static ClassifiedText pair(String first, String second, String label) {
    return new ClassifiedText(Language.UNDETERMINED, first, Optional.of(second), label);
  }

  /** Returns a single text in an undetermined language. */
  public static ClassifiedText single(String text, String label) {
    return new ClassifiedText(Language.UNDETERMINED, text, Optional.empty(), label);
  }
}
