// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.options;

import org.isogloss.core.Language;
import org.isogloss.lexical.WordTokenizer;
import picocli.CommandLine.Option;

/** Options of the words of sentence pairs. */
public final class WordTokenizationOptions {
  @Option(
      names = "--max-words",
      paramLabel = "N",
      description = "Skip pairs with more words on a side (default: ${DEFAULT-VALUE}).")
  private int maxWords = 200;

  @Option(
      names = "--at-spaces",
      description =
          "Separate words at spaces only and leave them unchanged: for text that is already"
              + " tokenized.")
  private boolean splitOnWhitespace;

  /**
   * Returns the maximum number of words on each side of a pair.
   *
   * @throws org.isogloss.core.IsoglossException if it is less than 1
   */
  public int maxWords() {
    OptionValidation.requireOneOrMore("--max-words", maxWords);
    return maxWords;
  }

  /** Returns whether words are separated at spaces only and left unchanged. */
  public boolean splitsOnWhitespace() {
    return splitOnWhitespace;
  }

  /** Returns the tokenizer of the words of a language. */
  public WordTokenizer tokenizer(Language language) {
    return splitOnWhitespace ? WordTokenizer.onWhitespace() : WordTokenizer.forLanguage(language);
  }
}
