// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.isogloss.neural.TrainingException;

/**
 * The content of a checkpoint apart from its tensors.
 *
 * @param integers lists of whole numbers by name
 * @param reals numbers by name
 */
record TrainingState(Map<String, long[]> integers, Map<String, Double> reals) {
  /**
   * Returns the list with a name, which must have {@code size} elements.
   *
   * @throws TrainingException if there is no such list, or it has another size or negative elements
   */
  long[] requireCounts(Path file, String name, int size) {
    long[] found = integers.get(name);
    if (found == null || found.length != size) {
      throw mismatch(file, (found == null ? "no" : found.length) + " numbers as " + name, size);
    }
    for (long number : found) {
      if (number < 0) {
        throw mismatch(file, number + " as " + name, "0 or more");
      }
    }
    return found;
  }

  double requireReal(Path file, String name) {
    Double found = reals.get(name);
    if (found == null || found.isNaN()) {
      throw mismatch(file, found + " as " + name, "a number");
    }
    return found;
  }

  /**
   * Returns a position of batches, without the prefix of its names.
   *
   * @param example a position with the expected keys and sizes
   */
  Map<String, long[]> positionOf(Path file, String prefix, Map<String, long[]> example) {
    Map<String, long[]> position = new HashMap<>();
    example.forEach(
        (key, value) -> position.put(key, requireCounts(file, prefix + key, value.length)));
    return position;
  }

  private static TrainingException mismatch(Path file, String found, Object expected) {
    return new TrainingException(
        file
            + ": found "
            + found
            + ", expected "
            + expected
            + ": it belongs to another recipe; use another folder, or delete this file to train"
            + " again from the start");
  }
}
