package org.isogloss.cli;

import org.isogloss.core.IsoglossException;

/** Looks whether numbers of the command line can be. */
final class Numbers {
  private Numbers() {}

  /**
   * For counts and the like.
   *
   * @throws IsoglossException if it is less than 1
   */
  static void requireOneOrMore(String option, int number) {
    if (number < 1) {
      throw new IsoglossException(option + " is " + number + ", expected 1 or more");
    }
  }
}
