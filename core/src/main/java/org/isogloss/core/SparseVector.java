// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.util.Arrays;

/**
 * The weights of terms in a text; all other terms have the weight 0.
 *
 * @param terms ids of terms in ascending order, each once
 * @param weights their weights, finite and above 0, in the same order
 */
public record SparseVector(int[] terms, float[] weights) {
  /** The vector of a text without terms. */
  public static final SparseVector EMPTY = new SparseVector(new int[0], new float[0]);

  public SparseVector {
    if (terms.length != weights.length) {
      throw new IllegalArgumentException(
          terms.length + " terms, but " + weights.length + " weights");
    }
    for (int i = 0; i < terms.length; i++) {
      if (terms[i] <= (i == 0 ? -1 : terms[i - 1])) {
        throw new IllegalArgumentException(
            "term " + i + " is " + terms[i] + ", expected ids in ascending order");
      }
      if (!(weights[i] > 0 && weights[i] <= Float.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "weight " + i + " is " + weights[i] + ", expected a finite number above 0");
      }
    }
  }

  /** Returns the vector with the weights above 0 of all terms, which are counted from 0. */
  public static SparseVector ofAll(float[] weights) {
    int[] terms = new int[weights.length];
    float[] positive = new float[weights.length];
    int size = 0;
    for (int term = 0; term < weights.length; term++) {
      if (weights[term] > 0) {
        terms[size] = term;
        positive[size++] = weights[term];
      }
    }
    return new SparseVector(Arrays.copyOf(terms, size), Arrays.copyOf(positive, size));
  }

  /** Returns the number of terms. */
  public int size() {
    return terms.length;
  }

  /** Returns the weight of a term. */
  public float weight(int term) {
    int index = Arrays.binarySearch(terms, term);
    return index < 0 ? 0 : weights[index];
  }

  /** Returns the similarity to another vector: the sum of the products of their weights. */
  public double dot(SparseVector other) {
    double sum = 0;
    for (int i = 0; i < terms.length; i++) {
      sum += (double) weights[i] * other.weight(terms[i]);
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparseVector that
        && Arrays.equals(terms, that.terms)
        && Arrays.equals(weights, that.weights);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(terms) + Arrays.hashCode(weights);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < terms.length; i++) {
      text.append(i == 0 ? "" : ", ").append(terms[i]).append('=').append(weights[i]);
    }
    return text.append('}').toString();
  }
}
