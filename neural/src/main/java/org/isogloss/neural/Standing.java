package org.isogloss.neural;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a checkpoint holds besides its tensors.
 *
 * @param numbers lists of whole numbers by name
 * @param reals numbers by name
 */
record Standing(Map<String, long[]> numbers, Map<String, Double> reals) {
  /** The numbers of a name that have to be there: so many, each 0 or more. */
  long[] counts(Path file, String name, int size) {
    long[] found = numbers.get(name);
    if (found == null || found.length != size) {
      throw other(file, (found == null ? "no" : found.length) + " numbers as " + name, size);
    }
    for (long number : found) {
      if (number < 0) {
        throw other(file, number + " as " + name, "0 or more");
      }
    }
    return found;
  }

  double real(Path file, String name) {
    Double found = reals.get(name);
    if (found == null || found.isNaN()) {
      throw other(file, found + " as " + name, "a number");
    }
    return found;
  }

  /** The position of batches, without the prefix of its names. */
  Map<String, long[]> position(Path file, String prefix, Map<String, long[]> example) {
    Map<String, long[]> position = new HashMap<>();
    example.forEach((key, value) -> position.put(key, counts(file, prefix + key, value.length)));
    return position;
  }

  private static TrainingException other(Path file, String found, Object expected) {
    return new TrainingException(
        file
            + ": found "
            + found
            + ", expected "
            + expected
            + ": it belongs to another recipe; give another folder, or delete it to train again"
            + " from the start");
  }
}
