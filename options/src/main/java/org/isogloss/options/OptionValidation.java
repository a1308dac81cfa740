// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.options;

import java.util.function.UnaryOperator;
import org.isogloss.core.IsoglossException;

/** Validates the values of options. */
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

  /**
   * Checks that a number is in the range from 1 to a maximum.
   *
   * @throws IsoglossException if it is not
   */
  public static void requireOneTo(int max, String option, int number) {
    if (number < 1 || number > max) {
      throw new IsoglossException(option + " is " + number + ", expected 1 to " + max);
    }
  }

  /**
   * Sets an option of a library, which defines the valid values.
   *
   * @throws IsoglossException if the library rejects the value; the message names the option
   */
  public static <T> T set(String option, T settings, UnaryOperator<T> set) {
    try {
      return set.apply(settings);
    } catch (IllegalArgumentException e) {
      throw new IsoglossException(option + ": " + e.getMessage(), e);
    }
  }
}
