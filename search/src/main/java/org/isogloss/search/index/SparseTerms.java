// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.SparseVector;

/**
 * The weights of terms by a sparse model in an index: the frequencies of their ids in the field
 * {@link PassageFields#SPARSE}, in units of {@value #UNIT}. Weights of less than half a unit are
 * not stored, those above {@value #MAX_WEIGHT} are stored as {@value #MAX_WEIGHT}.
 */
public final class SparseTerms {
  /** The weight that a frequency of 1 stands for. */
  public static final double UNIT = 1.0 / 1024;

  /** The largest weight in a passage. */
  public static final double MAX_WEIGHT = 1024;

  private SparseTerms() {}

  /** Returns the frequencies of the terms of a passage, 1 or more. */
  public static SortedMap<String, Integer> frequencies(SparseVector vector) {
    SortedMap<String, Integer> frequencies = new TreeMap<>();
    for (int i = 0; i < vector.size(); i++) {
      int frequency = (int) Math.round(Math.min(MAX_WEIGHT, vector.weights()[i]) / UNIT);
      if (frequency > 0) {
        frequencies.put(term(vector.terms()[i]), frequency);
      }
    }
    return frequencies;
  }

  /** Returns the term of the index for a term of the model. */
  public static String term(int id) {
    return String.valueOf(id);
  }
}
