// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.Arrays;
import java.util.Optional;

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

  WordSplitting(String expression) {
    this.expression = expression;
  }

  /** Returns the splitting with an expression of {@code tokenizer.json}; empty if not known. */
  public static Optional<WordSplitting> ofExpression(String expression) {
    return Arrays.stream(values())
        .filter(known -> known != NONE && known.expression.equals(expression))
        .findFirst();
  }

  /** Returns the expression, in the syntax of the library {@code tokenizers}; empty for none. */
  String expression() {
    return expression;
  }

  /** Returns the maximum number of digits of a word that is a number. */
  int digits() {
    return switch (this) {
      case QWEN2 -> 1;
      case LLAMA3 -> 3;
      case NONE, GPT2 -> Integer.MAX_VALUE;
    };
  }
}
