package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

import java.text.Normalizer;

/**
 * One step of what a tokenizer does to text before it cuts it. The steps are those of Hugging
 * Face's {@code tokenizer.json}.
 */
public sealed interface TextNormalizer
    permits PrecompiledCharacterMap,
        TextNormalizer.UnicodeForm,
        TextNormalizer.Replacement,
        TextNormalizer.CollapsedSpaces,
        TextNormalizer.Strip {

  /** Brings text into a normal form of Unicode ({@code NFC}, {@code NFD}, {@code NFKC}, ...). */
  record UnicodeForm(Normalizer.Form form) implements TextNormalizer {
    public UnicodeForm {
      requireNonNull(form, "form is null");
    }
  }

  /**
   * Writes one string instead of another ({@code Replace}).
   *
   * @param pattern not empty
   */
  record Replacement(String pattern, String replacement) implements TextNormalizer {
    public Replacement {
      requireNonNull(replacement, "by is null");
      if (pattern.isEmpty()) {
        throw new IllegalArgumentException("an empty string cannot be replaced");
      }
    }
  }

  /** Writes one string instead of two or more spaces ({@code Replace} of {@code " {2,}"}). */
  record CollapsedSpaces(String replacement) implements TextNormalizer {
    public CollapsedSpaces {
      requireNonNull(replacement, "by is null");
    }
  }

  /** Drops white space at the ends of a text ({@code Strip}). */
  record Strip(boolean left, boolean right) implements TextNormalizer {}
}
