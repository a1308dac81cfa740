// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.lexical.wordvector.WordVectors;
import org.ojalgo.matrix.decomposition.SingularValue;
import org.ojalgo.matrix.store.MatrixStore;
import org.ojalgo.matrix.store.R064Store;

/**
 * An orthogonal map from the word vectors of a source language to those of a target language
 * (Smith, Turban, Hamblin and Hammerla, "Offline bilingual word vectors, orthogonal transformations
 * and the inverted softmax", ICLR 2017).
 *
 * <p>The rows of {@code X} and {@code Y}, {@code [pairs, dimension]}, are the unit vectors of the
 * words of a dictionary. The map is the orthogonal matrix {@code W} with the highest sum of cosines
 * between the rows of {@code XW} and {@code Y}, the solution of the orthogonal Procrustes problem:
 * {@code W = UV'}, where {@code USV'} is the singular value decomposition of {@code X'Y}. Because
 * {@code W} is a rotation or a reflection, cosines within the source language do not change.
 * Immutable and thread-safe.
 */
public final class OrthogonalMap {
  /** Number of words that a thread maps at a time. */
  private static final int CHUNK = 256;

  private final int dimension;
  private final float[] mean;
  private final float[] matrix;
  private final int usedPairs;
  private final int unknownPairs;

  private OrthogonalMap(float[] mean, float[] matrix, int usedPairs, int unknownPairs) {
    this.dimension = mean.length;
    this.mean = mean;
    this.matrix = matrix;
    this.usedPairs = usedPairs;
    this.unknownPairs = unknownPairs;
  }

  /** Learns a map with the {@link MapOptions#DEFAULT default} options. */
  public static OrthogonalMap learn(
      WordVectors source, WordVectors target, List<WordPair> dictionary) {
    return learn(source, target, dictionary, MapOptions.DEFAULT);
  }

  /**
   * Learns a map. The words of the dictionary are looked up by {@link WordVectors#find}; pairs with
   * a word that has no vector are left out, and repeated pairs count once.
   *
   * @param dictionary pairs of a word of {@code source} and a word of {@code target}
   * @throws IsoglossException if the dimensions of the vectors differ, or if fewer pairs than the
   *     dimension have vectors of both words, because fewer pairs do not determine the map
   */
  public static OrthogonalMap learn(
      WordVectors source, WordVectors target, List<WordPair> dictionary, MapOptions options) {
    int dimension = source.dimension();
    if (dimension != target.dimension()) {
      throw new IsoglossException(
          "the source vectors have dimension "
              + dimension
              + " and the target vectors "
              + target.dimension()
              + ", expected the same: train both with the same dimension");
    }
    if (options.maxPairs() < dimension) {
      throw new IsoglossException(
          "the maximum number of pairs is "
              + options.maxPairs()
              + ", expected "
              + dimension
              + " or more, the dimension of the vectors");
    }
    SeedDictionary seed = new SeedDictionary(source, target, dictionary);
    seed.requirePairs(dimension);
    List<SeedDictionary.RowPair> pairs = seed.pairs(options.maxPairs());
    WordVectors x = source.normalised();
    WordVectors y = target.normalised();
    float[] sourceMean = options.centred() ? mean(x) : new float[dimension];
    float[] targetMean = options.centred() ? mean(y) : new float[dimension];
    double[] product = new double[dimension * dimension];
    double[] targetRow = new double[dimension];
    for (SeedDictionary.RowPair pair : pairs) {
      int sourceFrom = pair.source() * dimension;
      int targetFrom = pair.target() * dimension;
      for (int j = 0; j < dimension; j++) {
        targetRow[j] = (double) y.values()[targetFrom + j] - targetMean[j];
      }
      for (int i = 0; i < dimension; i++) {
        double value = (double) x.values()[sourceFrom + i] - sourceMean[i];
        for (int j = 0; j < dimension; j++) {
          product[i * dimension + j] += value * targetRow[j];
        }
      }
    }
    return new OrthogonalMap(
        sourceMean, nearestOrthogonal(product, dimension), pairs.size(), seed.unknownPairs());
  }

  /**
   * Returns the map that leaves a space as it is, for the pivot language, whose vectors are
   * normalised and centred like those that are mapped to them.
   *
   * @param pivot the vectors of the pivot language
   * @param options those with which other languages are mapped to the pivot
   */
  public static OrthogonalMap identity(WordVectors pivot, MapOptions options) {
    int dimension = pivot.dimension();
    float[] matrix = new float[dimension * dimension];
    for (int i = 0; i < dimension; i++) {
      matrix[i * dimension + i] = 1;
    }
    float[] mean = options.centred() ? mean(pivot.normalised()) : new float[dimension];
    return new OrthogonalMap(mean, matrix, 0, 0);
  }

  /** Returns {@code UV'} of a matrix {@code USV'}, {@code [dimension, dimension]}. */
  private static float[] nearestOrthogonal(double[] product, int dimension) {
    R064Store matrixStore = R064Store.FACTORY.make(dimension, dimension);
    for (int i = 0; i < product.length; i++) {
      matrixStore.set(i / dimension, i % dimension, product[i]);
    }
    SingularValue<Double> svd = SingularValue.R064.make(matrixStore);
    if (!svd.decompose(matrixStore)) {
      throw new IsoglossException(
          "the singular value decomposition of the dictionary's vectors does not converge:"
              + " expected finite vectors");
    }
    MatrixStore<Double> map = svd.getU().multiply(svd.getV().transpose());
    float[] matrix = new float[dimension * dimension];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = (float) map.doubleValue(i / dimension, i % dimension);
    }
    return matrix;
  }

  /** Returns the mean of all vectors, {@code [dimension]}. */
  private static float[] mean(WordVectors vectors) {
    int dimension = vectors.dimension();
    double[] sum = new double[dimension];
    for (int i = 0; i < vectors.values().length; i++) {
      sum[i % dimension] += vectors.values()[i];
    }
    float[] mean = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      mean[i] = (float) (sum[i] / Math.max(1, vectors.size()));
    }
    return mean;
  }

  /**
   * Maps vectors of the source language to the space of the target language. The result has unit
   * length. Uses all processors; the result does not depend on their number.
   *
   * @throws IsoglossException if the dimension of the vectors is not that of the map
   */
  public WordVectors apply(WordVectors source) {
    if (source.dimension() != dimension) {
      throw new IsoglossException(
          "the vectors have dimension " + source.dimension() + ", the map expects " + dimension);
    }
    float[] unit = source.normalised().values();
    float[] mapped = new float[unit.length];
    int chunks = (source.size() + CHUNK - 1) / CHUNK;
    try (WorkerPool workers = new WorkerPool("map", Runtime.getRuntime().availableProcessors())) {
      workers.forEach(
          chunks,
          1,
          chunk -> {
            int end = Math.min(source.size(), (chunk + 1) * CHUNK);
            for (int row = chunk * CHUNK; row < end; row++) {
              applyTo(unit, mapped, row * dimension);
            }
          });
    }
    return WordVectors.of(source.words(), dimension, mapped).normalised();
  }

  private void applyTo(float[] source, float[] mapped, int from) {
    float[] row = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      float value = source[from + i] - mean[i];
      int matrixFrom = i * dimension;
      for (int j = 0; j < dimension; j++) {
        row[j] += value * matrix[matrixFrom + j];
      }
    }
    System.arraycopy(row, 0, mapped, from, dimension);
  }

  /** Returns the dimension of the vectors. */
  public int dimension() {
    return dimension;
  }

  /**
   * Returns a copy of the matrix {@code W}, {@code [dimension, dimension]} in row-major order: a
   * row vector {@code x} is mapped to {@code xW}.
   */
  public float[] matrix() {
    return matrix.clone();
  }

  /** Returns the number of distinct pairs from which the map was learned. */
  public int usedPairs() {
    return usedPairs;
  }

  /**
   * Returns the number of pairs of the dictionary that were left out because a word has no vector.
   */
  public int unknownPairs() {
    return unknownPairs;
  }
}
