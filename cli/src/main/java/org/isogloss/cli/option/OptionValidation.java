// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import org.isogloss.core.IsoglossException;

/** Validates numeric options. */
public final class OptionValidation {
  private OptionValidation() {}

  /**
   * Checks that a number is at least 1.
   *
   * @throws IsoglossException if it is less than 1
   */
  public static void requireOneOrMore(String option, int number) {
    if (number < 1) {
      throw new IsoglossException(option + " is " + number + ", expected 1 or more");
    }
  }
}
