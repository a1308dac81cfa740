// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.recipe;

import java.util.List;
import java.util.Set;

/** Checks of the values of recipes; the messages name the key. */
public final class RecipeChecks {
  private RecipeChecks() {}

  public static void requirePositive(String key, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(key + " is " + value + ", expected a number above 0");
    }
  }

  public static void requireAtLeast(String key, long value, long min) {
    if (value < min) {
      throw new IllegalArgumentException(key + " is " + value + ", expected at least " + min);
    }
  }

  public static void requireInRange(String key, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          key + " is " + value + ", expected a number from " + min + " to " + max);
    }
  }

  public static void requireInRange(String key, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw new IllegalArgumentException(
          key + " is " + value + ", expected a number from " + min + " to " + max);
    }
  }

  /** Requires that the name of a recipe is a valid name of a folder. */
  public static void requireValidName(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "name is \"" + name + "\", expected letters, digits, dots, underscores and dashes");
    }
  }

  /** Requires that a map of a recipe has only known keys. */
  public static void requireKnownKeys(String key, Set<String> found, List<String> known) {
    found.forEach(
        name -> {
          if (!known.contains(name)) {
            throw new IllegalArgumentException(key + " has \"" + name + "\", expected " + known);
          }
        });
  }
}
