// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;

/**
 * Parameters of the attention of a query over a sentence's words. With the query's vector {@code
 * q}, the mean of its words', and those of the sentence {@code f_j}:
 *
 * <pre>a = softmax over j of q A f_j       multiplicative attention
 * c = M sum over j of a_j f_j         the context vector
 * z = w q.c + b                       DOT_PRODUCT
 * z = w relu(H [q; c; q*c] + h) + b   QRANN</pre>
 *
 * and {@code p(q | s) = sigmoid(z)}. The vectors of words are fixed.
 *
 * <p>This is plain Java without libtorch, and thread-safe.
 */
public final class QueryAttentionModel {
  static final String ATTENTION = "attention";
  static final String CONTEXT = "context";
  static final String HIDDEN = "hidden.weight";
  static final String HIDDEN_BIAS = "hidden.bias";
  static final String OUTPUT = "out.weight";
  static final String BIAS = "out.bias";

  /** Initially a word equal to the query has some hundred times the weight of another. */
  private static final float INITIAL_SHARPNESS = 6;

  private final AttentionScoring kind;
  private final int dimension;
  private final SequencedMap<String, float[]> values;

  /**
   * Creates a model.
   *
   * @param dimension dimension of the word vectors
   * @param values parameters by name, in row-major order; not copied
   */
  QueryAttentionModel(AttentionScoring kind, int dimension, Map<String, float[]> values) {
    this.kind = requireNonNull(kind, "kind is null");
    this.dimension = dimension;
    this.values = new LinkedHashMap<>(values);
  }

  /** Returns the initial parameters: attention to similar words. */
  static QueryAttentionModel initialise(AttentionScoring kind, int dimension, long seed) {
    Random random = new Random(seed);
    SequencedMap<String, float[]> values = new LinkedHashMap<>();
    kind.parameterShapes(dimension)
        .forEach(
            (name, shape) -> {
              int size = Math.toIntExact(Arrays.stream(shape).reduce(1, (a, b) -> a * b));
              float[] of = new float[size];
              switch (name) {
                case ATTENTION -> identity(of, dimension, INITIAL_SHARPNESS);
                case CONTEXT -> identity(of, dimension, 1);
                case HIDDEN, OUTPUT -> {
                  double bound = 1 / Math.sqrt((double) shape[shape.length - 1]);
                  for (int i = 0; i < size; i++) {
                    of[i] =
                        size == 1
                            ? INITIAL_SHARPNESS
                            : (float) ((2 * random.nextDouble() - 1) * bound);
                  }
                }
                default -> Arrays.fill(of, 0);
              }
              values.put(name, of);
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

  /** Prepares a query for many sentences. */
  public PreparedQuery prepare(float[] query) {
    if (query.length != dimension) {
      throw new IllegalArgumentException(
          "the query has " + query.length + " numbers, expected " + dimension);
    }
    return new PreparedQuery(query);
  }

  /** A prepared query. */
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
     * @param words vectors of the sentence's words, one or more
     * @return 0 to 1
     */
    public double probability(float[][] words) {
      return 1 / (1 + Math.exp(-logOdds(words)));
    }

    /** Returns the logit of the probability. */
    double logOdds(float[][] words) {
      double[] context = context(words);
      double[] mapped = new double[dimension];
      float[] map = values(CONTEXT);
      for (int i = 0; i < dimension; i++) {
        for (int j = 0; j < dimension; j++) {
          mapped[i] += map[i * dimension + j] * context[j];
        }
      }
      double bias = values(BIAS)[0];
      return bias
          + switch (kind) {
            case DOT_PRODUCT -> values(OUTPUT)[0] * dot(mapped);
            case QRANN -> hidden(mapped);
          };
    }

    private double[] context(float[][] words) {
      double[] weights = new double[words.length];
      double greatest = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < words.length; j++) {
        for (int i = 0; i < dimension; i++) {
          weights[j] += attentionQuery[i] * words[j][i];
        }
        greatest = Math.max(greatest, weights[j]);
      }
      double sum = 0;
      double[] context = new double[dimension];
      for (int j = 0; j < words.length; j++) {
        double weight = Math.exp(weights[j] - greatest);
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
        double in = values(HIDDEN_BIAS)[h];
        for (int i = 0; i < dimension; i++) {
          in +=
              weight[row + i] * query[i]
                  + weight[row + dimension + i] * context[i]
                  + weight[row + 2 * dimension + i] * query[i] * context[i];
        }
        sum += out[h] * Math.max(0, in);
      }
      return sum;
    }
  }
}
