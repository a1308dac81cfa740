package org.isogloss.neural;

import java.util.List;
import java.util.Set;

/** What recipes' values must be; the messages name the recipe's key. */
public final class Checks {
  private Checks() {}

  public static void positive(String key, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(key + " is " + value + ", expected a number above 0");
    }
  }

  public static void atLeast(String key, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(key + " is " + value + ", expected at least " + least);
    }
  }

  public static void inside(String key, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          key + " is " + value + ", expected a number from " + least + " to " + most);
    }
  }

  /** That a recipe's name can be that of a folder. */
  public static void name(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "name is \"" + name + "\", expected letters, digits, dots, dashes");
    }
  }

  /** That a map of a recipe has no other keys than these. */
  public static void known(String key, Set<String> found, List<String> known) {
    found.forEach(
        name -> {
          if (!known.contains(name)) {
            throw new IllegalArgumentException(key + " has \"" + name + "\", expected " + known);
          }
        });
  }
}
