// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a text is split into words before byte pair encoding. Only known expressions are supported,
 * because any other one could need unbounded time.
 */
public enum WordSplitting {
  /** The whole text is one word. */
  NONE(""),
  /** GPT-2 and RoBERTa. */
  GPT2("'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"),
  /** Qwen 2 and 3: single digits. */
  QWEN2(
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}|"
          + " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"),
  /** Llama 3 and cl100k: up to three digits. */
  LLAMA3(
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|"
          + " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+");

  private final String expression;
  private final Pattern pattern;

  WordSplitting(String expression) {
    this.expression = expression;
    // In the library tokenizers, \s is every white space of Unicode, and (?i:) ignores the case of
    // all letters.
    this.pattern =
        Pattern.compile(
            expression
                .replace("[^\\s", "[^\\p{IsWhite_Space}")
                .replace("\\s", "\\p{IsWhite_Space}")
                .replace("\\S", "\\P{IsWhite_Space}")
                .replace("(?i:", "(?iu:"));
  }

  /** Returns the splitting with an expression of {@code tokenizer.json}; empty if not known. */
  public static Optional<WordSplitting> ofExpression(String expression) {
    return Arrays.stream(values())
        .filter(known -> known != NONE && known.expression.equals(expression))
        .findFirst();
  }

  /** Matches words; what is between two of them is a word, too. */
  Pattern pattern() {
    return pattern;
  }
}
