package org.isogloss.neural;

/** What recipes' values must be; the messages name the recipe's key. */
final class Checks {
  private Checks() {}

  static void positive(String key, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(key + " is " + value + ", expected a number above 0");
    }
  }

  static void atLeast(String key, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(key + " is " + value + ", expected at least " + least);
    }
  }

  static void inside(String key, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          key + " is " + value + ", expected a number from " + least + " to " + most);
    }
  }
}
