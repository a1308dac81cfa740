// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import org.isogloss.core.util.LogOdds;

/**
 * A model in which a query attends to the words of a sentence. With the query vector {@code q}, the
 * mean of the vectors of its words, and the vectors of the words of the sentence {@code f_j}:
 *
 * <pre>a = softmax over j of q A f_j       multiplicative attention
 * c = M sum over j of a_j f_j         the context vector
 * z = w q.c + b                       DOT_PRODUCT
 * z = w relu(H [q; c; q*c] + h) + b   QRANN</pre>
 *
 * and {@code p(q | s) = sigmoid(z)}. The word vectors are given and not trained.
 *
 * <p>This class is plain Java, does not need libtorch, and is safe for use by multiple threads.
 */
public final class QueryAttentionModel {
  static final String ATTENTION = "attention";
  static final String CONTEXT = "context";
  static final String HIDDEN = "hidden.weight";
  static final String HIDDEN_BIAS = "hidden.bias";
  static final String OUTPUT = "out.weight";
  static final String BIAS = "out.bias";

  /** Initially, a word equal to the query gets a few hundred times the weight of other words. */
  private static final float INITIAL_SHARPNESS = 6;

  private final AttentionScoring kind;
  private final int dimension;
  private final SequencedMap<String, float[]> values;

  /**
   * Creates a model from its parameters.
   *
   * @param dimension dimension of the word vectors
   * @param values parameters by name, in row-major order; the arrays are not copied
   */
  QueryAttentionModel(AttentionScoring kind, int dimension, Map<String, float[]> values) {
    this.kind = requireNonNull(kind, "kind is null");
    this.dimension = dimension;
    this.values = new LinkedHashMap<>(values);
  }

  /** Returns the model with which training starts: words attend to similar words. */
  static QueryAttentionModel initialise(AttentionScoring kind, int dimension, long seed) {
    Random random = new Random(seed);
    SequencedMap<String, float[]> values = new LinkedHashMap<>();
    kind.parameterShapes(dimension)
        .forEach(
            (name, shape) -> {
              int size = Math.toIntExact(Arrays.stream(shape).reduce(1, (a, b) -> a * b));
              float[] parameter = new float[size];
              switch (name) {
                case ATTENTION -> identity(parameter, dimension, INITIAL_SHARPNESS);
                case CONTEXT -> identity(parameter, dimension, 1);
                case HIDDEN, OUTPUT -> {
                  double bound = 1 / Math.sqrt((double) shape[shape.length - 1]);
                  for (int i = 0; i < size; i++) {
                    parameter[i] =
                        size == 1
                            ? INITIAL_SHARPNESS
                            : (float) ((2 * random.nextDouble() - 1) * bound);
                  }
                }
                default -> Arrays.fill(parameter, 0);
              }
              values.put(name, parameter);
            });
    return new QueryAttentionModel(kind, dimension, values);
  }

  private static void identity(float[] matrix, int dimension, float scale) {
    for (int i = 0; i < dimension; i++) {
      matrix[i * dimension + i] = scale;
    }
  }

  public AttentionScoring kind() {
    return kind;
  }

  /** Returns the dimension of the word vectors. */
  public int dimension() {
    return dimension;
  }

  float[] values(String name) {
    return requireNonNull(values.get(name), name);
  }

  /** Prepares a query for comparison with many sentences. */
  public PreparedQuery prepare(float[] query) {
    if (query.length != dimension) {
      throw new IllegalArgumentException(
          "the query has " + query.length + " numbers, expected " + dimension);
    }
    return new PreparedQuery(query);
  }

  /** A query with the part of its attention that does not depend on the sentence. */
  public final class PreparedQuery {
    private final float[] query;
    private final double[] attentionQuery;

    private PreparedQuery(float[] query) {
      this.query = query;
      this.attentionQuery = new double[dimension];
      float[] attention = values(ATTENTION);
      for (int i = 0; i < dimension; i++) {
        for (int j = 0; j < dimension; j++) {
          attentionQuery[j] += (double) query[i] * attention[i * dimension + j];
        }
      }
    }

    /**
     * Returns the probability that the query occurs in the translation of a sentence.
     *
     * @param words vectors of the words of the sentence, one or more
     * @return a probability from 0 to 1
     */
    public double probability(float[][] words) {
      return LogOdds.toProbability(logOdds(words));
    }

    /** Returns the logit of {@link #probability}. */
    double logOdds(float[][] words) {
      double[] context = context(words);
      double[] projected = new double[dimension];
      float[] projection = values(CONTEXT);
      for (int i = 0; i < dimension; i++) {
        for (int j = 0; j < dimension; j++) {
          projected[i] += projection[i * dimension + j] * context[j];
        }
      }
      double bias = values(BIAS)[0];
      return bias
          + switch (kind) {
            case DOT_PRODUCT -> values(OUTPUT)[0] * dot(projected);
            case QRANN -> hidden(projected);
          };
    }

    private double[] context(float[][] words) {
      double[] weights = new double[words.length];
      double max = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < words.length; j++) {
        for (int i = 0; i < dimension; i++) {
          weights[j] += attentionQuery[i] * words[j][i];
        }
        max = Math.max(max, weights[j]);
      }
      double sum = 0;
      double[] context = new double[dimension];
      for (int j = 0; j < words.length; j++) {
        double weight = Math.exp(weights[j] - max);
        sum += weight;
        for (int i = 0; i < dimension; i++) {
          context[i] += weight * words[j][i];
        }
      }
      for (int i = 0; i < dimension; i++) {
        context[i] /= sum;
      }
      return context;
    }

    private double dot(double[] context) {
      double dot = 0;
      for (int i = 0; i < dimension; i++) {
        dot += query[i] * context[i];
      }
      return dot;
    }

    private double hidden(double[] context) {
      float[] weight = values(HIDDEN);
      float[] out = values(OUTPUT);
      double sum = 0;
      for (int h = 0; h < out.length; h++) {
        int row = h * 3 * dimension;
        double activation = values(HIDDEN_BIAS)[h];
        for (int i = 0; i < dimension; i++) {
          activation +=
              weight[row + i] * query[i]
                  + weight[row + dimension + i] * context[i]
                  + weight[row + 2 * dimension + i] * query[i] * context[i];
        }
        sum += out[h] * Math.max(0, activation);
      }
      return sum;
    }
  }
}
