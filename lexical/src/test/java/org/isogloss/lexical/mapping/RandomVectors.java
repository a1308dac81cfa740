// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.core.Language;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.lexical.wordvector.WordVectors;

/** Artificial vectors and dictionaries. */
final class RandomVectors {
  static final Language ENGLISH = Language.of("en");
  static final Language GERMAN = Language.of("de");
  static final Language FINNISH = Language.of("fi");

  private RandomVectors() {}

  /** Returns vectors of words that consist of {@code prefix} and a number from 0. */
  static WordVectors of(String prefix, int size, int dimension, Random random) {
    float[] values = new float[size * dimension];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return named(prefix, dimension, values);
  }

  static WordVectors named(String prefix, int dimension, float... values) {
    List<String> words =
        IntStream.range(0, values.length / dimension).mapToObj(i -> prefix + i).toList();
    return WordVectors.of(words, dimension, values);
  }

  /** Returns pairs of words with these prefixes and the same number from 0. */
  static List<WordPair> dictionary(String source, String target, int size) {
    List<WordPair> pairs = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      pairs.add(new WordPair(GERMAN, ENGLISH, source + i, target + i));
    }
    return pairs;
  }

  /** Returns a random orthogonal matrix, by Gram-Schmidt orthogonalisation of random rows. */
  static double[][] orthogonal(int dimension, Random random) {
    double[][] rows = new double[dimension][dimension];
    for (int i = 0; i < dimension; i++) {
      for (int j = 0; j < dimension; j++) {
        rows[i][j] = random.nextGaussian();
      }
      for (int before = 0; before < i; before++) {
        double product = dot(rows[i], rows[before]);
        for (int j = 0; j < dimension; j++) {
          rows[i][j] -= product * rows[before][j];
        }
      }
      double length = Math.sqrt(dot(rows[i], rows[i]));
      for (int j = 0; j < dimension; j++) {
        rows[i][j] /= length;
      }
    }
    return rows;
  }

  static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }

  static double dot(float[] a, float[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> (double) a[i] * b[i]).sum();
  }

  /** Returns every vector multiplied by a matrix, under other words. */
  static WordVectors multiplied(WordVectors vectors, double[][] matrix, String prefix) {
    int dimension = vectors.dimension();
    float[] values = new float[vectors.values().length];
    for (int i = 0; i < values.length; i++) {
      int row = i / dimension;
      double sum = 0;
      for (int k = 0; k < dimension; k++) {
        sum += vectors.values()[row * dimension + k] * matrix[k][i % dimension];
      }
      values[i] = (float) sum;
    }
    return named(prefix, dimension, values);
  }
}
