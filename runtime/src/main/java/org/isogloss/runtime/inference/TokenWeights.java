// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.isogloss.core.SparseVector;
import org.isogloss.text.Tokenizer;

/**
 * Converts weights of tokens to weights of terms: a token that occurs several times has the largest
 * of its weights, special tokens have none.
 */
public final class TokenWeights {
  private final Set<Integer> unused;

  public TokenWeights(Tokenizer tokenizer) {
    unused = tokenizer.specialTokens().ids();
  }

  /**
   * Returns the weights of the terms of a text.
   *
   * @param ids the ids of its tokens
   * @param weights their weights, 0 or more, from {@code from}
   */
  public SparseVector of(int[] ids, float[] weights, int from) {
    Map<Integer, Float> terms = new TreeMap<>();
    for (int i = 0; i < ids.length; i++) {
      if (!unused.contains(ids[i])) {
        terms.merge(ids[i], weights[from + i], Math::max);
      }
    }
    return of(terms);
  }

  /** Returns the vector of the terms with a weight above 0. */
  public static SparseVector of(Map<Integer, Float> terms) {
    terms.values().removeIf(weight -> weight <= 0);
    float[] values = new float[terms.size()];
    int next = 0;
    for (float weight : terms.values()) {
      values[next++] = weight;
    }
    return new SparseVector(terms.keySet().stream().mapToInt(Integer::intValue).toArray(), values);
  }
}
