// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;

/** The option {@code --languages} of commands that read or write a bitext. */
public final class LanguagePairOption {
  private LanguagePairOption() {}

  /** Parses the value of the option. */
  public static LanguagePair parse(String text) {
    return LanguagePair.find(text)
        .orElseThrow(
            () ->
                new IsoglossException(
                    "--languages "
                        + text
                        + " is not a pair of languages: expected two codes, such as en-de"));
  }

  /**
   * Returns the languages that files state by their content or names. The message of an error names
   * the option, unless the content cannot be read.
   */
  public static LanguagePair stated(Supplier<LanguagePair> languages) {
    return OptionHint.add(
        "--languages PAIR", failure -> !(failure instanceof FormatException), languages);
  }
}
