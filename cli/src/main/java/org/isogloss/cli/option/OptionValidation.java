package org.isogloss.cli.option;

import org.isogloss.core.IsoglossException;

/** Looks whether numbers of the command line can be. */
public final class OptionValidation {
  private OptionValidation() {}

  /**
   * For counts and the like.
   *
   * @throws IsoglossException if it is less than 1
   */
  public static void requireOneOrMore(String option, int number) {
    if (number < 1) {
      throw new IsoglossException(option + " is " + number + ", expected 1 or more");
    }
  }
}
