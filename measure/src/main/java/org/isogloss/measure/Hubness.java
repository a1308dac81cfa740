// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.isogloss.core.util.DotProducts;

/**
 * Hubness of a set of vectors: whether a few vectors, the hubs, are among the nearest neighbours of
 * many others. The k-occurrence of a vector is the number of other vectors that have it among their
 * k nearest neighbours (Radovanović, Nanopoulos and Ivanović, "Hubs in Space", JMLR 2010).
 */
public final class Hubness {
  private final int[] occurrences;

  private Hubness(int[] occurrences) {
    this.occurrences = occurrences;
  }

  /**
   * Counts the neighbours of all vectors, in parallel. The duration is quadratic in the number of
   * vectors.
   *
   * @param vectors {@code [n, dimension]}, each of unit length
   * @param neighbours {@code k}, at least 1 and less than {@code n}; of neighbours with the same
   *     cosine, the first are nearest
   */
  public static Hubness of(float[][] vectors, int neighbours) {
    if (neighbours < 1 || neighbours >= vectors.length) {
      throw new IllegalArgumentException(
          "neighbours is " + neighbours + ", expected 1 to " + (vectors.length - 1));
    }
    int[] occurrences = new int[vectors.length];
    IntStream.range(0, vectors.length)
        .parallel()
        .mapToObj(i -> nearest(vectors, i, neighbours))
        .forEachOrdered(
            nearest -> {
              for (int neighbour : nearest) {
                occurrences[neighbour]++;
              }
            });
    return new Hubness(occurrences);
  }

  private static int[] nearest(float[][] vectors, int i, int count) {
    int[] nearest = new int[count];
    float[] cosines = new float[count];
    int found = 0;
    for (int j = 0; j < vectors.length; j++) {
      if (j == i) {
        continue;
      }
      float cosine = DotProducts.inSinglePrecision(vectors[i], vectors[j]);
      if (found == count && cosine <= cosines[count - 1]) {
        continue;
      }
      int at = found < count ? found++ : count - 1;
      for (; at > 0 && cosines[at - 1] < cosine; at--) {
        cosines[at] = cosines[at - 1];
        nearest[at] = nearest[at - 1];
      }
      cosines[at] = cosine;
      nearest[at] = j;
    }
    return nearest;
  }

  /** The k-occurrence of each vector, in the order of the vectors. */
  public int[] occurrences() {
    return occurrences.clone();
  }

  /**
   * The skewness of the k-occurrences, {@code E[(N - mean)^3] / sd^3}: 0 if hubs and vectors that
   * are no vector's neighbour balance, above 0 with hubs; 0 if all are equal.
   */
  public double skewness() {
    double mean = Arrays.stream(occurrences).average().orElseThrow();
    double variance = moment(mean, 2);
    return variance == 0 ? 0 : moment(mean, 3) / Math.pow(variance, 1.5);
  }

  private double moment(double mean, int order) {
    return Arrays.stream(occurrences)
        .mapToDouble(count -> Math.pow(count - mean, order))
        .average()
        .orElseThrow();
  }

  /** The share of vectors that are no vector's neighbour, from 0 to 1. */
  public double antihubShare() {
    return (double) Arrays.stream(occurrences).filter(count -> count == 0).count()
        / occurrences.length;
  }

  /** The number of the vector with the highest k-occurrence; the first of several. */
  public int largestHub() {
    return IntStream.range(0, occurrences.length)
        .reduce((a, b) -> occurrences[b] > occurrences[a] ? b : a)
        .orElseThrow();
  }
}
