// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

import java.text.Normalizer;

/**
 * One step of the normalisation that a tokenizer applies to text before it splits it. The steps are
 * those of Hugging Face's {@code tokenizer.json}.
 */
public sealed interface TextNormalizer
    permits PrecompiledCharacterMap,
        TextNormalizer.UnicodeForm,
        TextNormalizer.Replacement,
        TextNormalizer.CollapsedSpaces,
        TextNormalizer.Strip {

  /** Converts text to a Unicode normal form ({@code NFC}, {@code NFD}, {@code NFKC}, ...). */
  record UnicodeForm(Normalizer.Form form) implements TextNormalizer {
    public UnicodeForm {
      requireNonNull(form, "form is null");
    }
  }

  /**
   * Replaces one string by another ({@code Replace}).
   *
   * @param pattern the string to replace, not empty
   */
  record Replacement(String pattern, String replacement) implements TextNormalizer {
    public Replacement {
      requireNonNull(replacement, "replacement is null");
      if (pattern.isEmpty()) {
        throw new IllegalArgumentException("an empty string cannot be replaced");
      }
    }
  }

  /** Replaces two or more spaces by a string ({@code Replace} of {@code " {2,}"}). */
  record CollapsedSpaces(String replacement) implements TextNormalizer {
    public CollapsedSpaces {
      requireNonNull(replacement, "replacement is null");
    }
  }

  /** Removes white space at the ends of a text ({@code Strip}). */
  record Strip(boolean left, boolean right) implements TextNormalizer {}
}
