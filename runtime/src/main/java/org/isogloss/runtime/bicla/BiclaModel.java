// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaArchitecture.Part;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.WordSequence;

/**
 * A BiCLA network in plain Java. The equations are those of the training network, rearranged so
 * that a pair costs three small matrix products. With
 *
 * <pre>c_j = sum over i of gamma_i alpha_ij      e1 = sum over j of c_j h2_j
 * d_i = sum over j of delta_j beta_ji       e2 = sum over i of d_i h1_i
 * gamma_i = tanh(sum over j of alpha_ij (h2_j v1) + c1)
 * delta_j = tanh(sum over i of beta_ji (h1_i v2) + c2)
 * e1 W_B e2 = sum over i, j of c_j d_i (h2_j W_B h1_i)</pre>
 *
 * <p>(with {@link Aggregation#MEAN} divided by the numbers of tokens, with {@link Aggregation#UNIT}
 * by the lengths of {@code e1} and {@code e2}, with {@link Aggregation#SOFTMAX} after a softmax of
 * {@code gamma} and {@code delta}), only the products {@code H1 W1}, {@code H1 W2'} and {@code H1
 * W_B'}, which depend on the first sentence alone, are multiplied with the states of the second
 * sentence. Thread-safe.
 */
public final class BiclaModel {
  /** The logit of a pair in which a sentence has no known word: the lowest one. */
  public static final float UNKNOWN = Float.NEGATIVE_INFINITY;

  /** Lower bound of the length of an embedding, which prevents division by zero. */
  private static final float MIN_LENGTH = 1e-12f;

  private final BiclaArchitecture architecture;
  private final Map<Side, SentenceEncoder> encoders;
  private final Map<String, float[]> parameters;
  private final float firstIntraBias;
  private final float secondIntraBias;
  private final float scoreBias;

  /** The square matrices by which the states of a first sentence are multiplied. */
  private final List<float[][]> products;

  /**
   * Creates a model.
   *
   * @param parameters the parameters of the architecture, by name
   */
  public BiclaModel(BiclaArchitecture architecture, Map<String, float[]> parameters) {
    this.architecture = requireNonNull(architecture, "architecture is null");
    this.parameters = Map.copyOf(parameters);
    SentenceEncoder first = new SentenceEncoder(architecture, Side.FIRST, parameters);
    this.encoders =
        Map.of(
            Side.FIRST,
            first,
            Side.SECOND,
            architecture.shares(Part.ENCODER)
                ? first
                : new SentenceEncoder(architecture, Side.SECOND, parameters));
    this.firstIntraBias = bias(architecture.intraBias(Side.FIRST));
    this.secondIntraBias = bias(architecture.intraBias(Side.SECOND));
    this.scoreBias = bias(BiclaArchitecture.SCORE_BIAS);
    this.products =
        isBidirectional()
            ? List.of(
                rows(architecture.crossWeight(Side.FIRST)),
                transposed(architecture.crossWeight(Side.SECOND)),
                transposed(BiclaArchitecture.SCORE_WEIGHT))
            : List.<float[][]>of(rows(BiclaArchitecture.SCORE_WEIGHT));
  }

  private boolean isBidirectional() {
    return architecture.attention() == Attention.BIDIRECTIONAL;
  }

  private float bias(String name) {
    return parameters.get(name)[0];
  }

  private float[][] rows(String name) {
    return VectorMath.rows(parameters.get(name), architecture.stateSize());
  }

  private float[][] transposed(String name) {
    float[][] rows = rows(name);
    float[][] transposed = new float[rows.length][rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows.length; j++) {
        transposed[j][i] = rows[i][j];
      }
    }
    return transposed;
  }

  /** Returns the sizes of the network. */
  public BiclaArchitecture architecture() {
    return architecture;
  }

  /**
   * Runs the Bi-LSTM over a sentence.
   *
   * @param side the side of pairs on which the sentence will be
   */
  public EncodedSentence encode(WordSequence sentence, Side side) {
    return encoders.get(side).encode(sentence);
  }

  /** Prepares a sentence to be compared as the first sentence with many second ones. */
  public FirstSentence asFirst(EncodedSentence sentence) {
    return new FirstSentence(sentence);
  }

  /** Prepares sentences to be compared as second sentences with many first ones. */
  public SecondSentences asSecond(List<EncodedSentence> sentences) {
    return new SecondSentences(sentences);
  }

  /** Returns the embedding of a sentence by intra-sentence attention alone, of the state size. */
  private float[] embedding(Side side, EncodedSentence sentence) {
    float[] weights = intraProducts(side, sentence);
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) Math.tanh(weights[i] + bias(architecture.intraBias(side)));
    }
    toTokenWeights(weights);
    float[] embedding = new float[architecture.stateSize()];
    for (int i = 0; i < weights.length; i++) {
      VectorMath.addRow(weights[i], sentence.states()[i], embedding);
    }
    float divisor = divisor(sentence.length(), embedding);
    for (int d = 0; d < embedding.length; d++) {
      embedding[d] /= divisor;
    }
    return embedding;
  }

  /**
   * Returns the number by which the sum of weighted tokens is divided, above 0.
   *
   * @param tokens number of tokens of the sentence
   */
  private float divisor(int tokens, float[] sum) {
    return switch (architecture.aggregation()) {
      case SUM, SOFTMAX -> 1;
      case MEAN -> Math.max(1, tokens);
      case UNIT -> Math.max(MIN_LENGTH, (float) Math.sqrt(VectorMath.dot(sum, sum)));
    };
  }

  /** Applies the softmax to the weights of the tokens of a sentence, if the model has one. */
  private void toTokenWeights(float[] weights) {
    if (architecture.aggregation() == Aggregation.SOFTMAX) {
      for (int i = 0; i < weights.length; i++) {
        weights[i] = (float) Math.exp(weights[i]);
      }
      normalise(weights);
    }
  }

  /** A sentence as the first one of pairs. */
  public final class FirstSentence {
    private final int length;
    private final float[][] states;

    /**
     * With cross-sentence attention, the states multiplied by each of the {@code products}, {@code
     * [3 * words]} rows of the state size; without, the embedding multiplied by W_B, one row.
     */
    private final float[][] rows;

    /** {@code h1_i v2}, {@code [words]}. */
    private final float[] intraProducts;

    private FirstSentence(EncodedSentence sentence) {
      length = sentence.length();
      states = sentence.states();
      float[][] factors =
          isBidirectional() ? sentence.states() : new float[][] {embedding(Side.FIRST, sentence)};
      rows = new float[products.size() * factors.length][architecture.stateSize()];
      for (int p = 0; p < products.size(); p++) {
        for (int i = 0; i < factors.length; i++) {
          VectorMath.addProduct(factors[i], products.get(p), rows[p * factors.length + i]);
        }
      }
      intraProducts = intraProducts(Side.SECOND, sentence);
    }

    /**
     * Compares this sentence with second sentences.
     *
     * @return the argument of the hyperbolic tangent of equation 5 for each of them: its order is
     *     that of the scores {@code r}, of which many are equal to 1 or -1 to the last bit; {@link
     *     #UNKNOWN} if either sentence has no known word
     */
    public float[] logits(SecondSentences second) {
      float[] logits = new float[second.size()];
      if (length == 0) {
        Arrays.fill(logits, UNKNOWN);
        return logits;
      }
      for (SecondSentences.Block block : second.blocks) {
        float[][] matching = matching(block);
        for (int s = 0; s < block.lengths.length; s++) {
          logits[block.first + s] = block.lengths[s] == 0 ? UNKNOWN : logit(matching, block, s);
        }
      }
      return logits;
    }

    /**
     * Returns the products of the rows and the states of the block; with cross-sentence attention,
     * the first {@code 2 * words} rows are then the weights of equations 2 and 3, not normalised.
     */
    private float[][] matching(SecondSentences.Block block) {
      float[][] matching = new float[rows.length][block.columns];
      for (int row = 0; row < rows.length; row++) {
        VectorMath.addProduct(rows[row], block.matrix, matching[row]);
      }
      if (isBidirectional()) {
        for (int i = 0; i < length; i++) {
          VectorMath.expTanh(matching[i], bias(architecture.crossBias(Side.FIRST)));
          VectorMath.expTanh(matching[length + i], bias(architecture.crossBias(Side.SECOND)));
        }
      }
      return matching;
    }

    private float logit(float[][] matching, SecondSentences.Block block, int s) {
      if (!isBidirectional()) {
        return matching[0][s] + scoreBias;
      }
      PairAttention attention = attention(matching, block, s);
      int from = block.starts[s];
      double sum = 0;
      float[] c = weightedSums(attention.firstToSecond(), attention.first(), block.lengths[s]);
      float[] d = weightedSums(attention.secondToFirst(), attention.second(), length);
      for (int i = 0; i < length; i++) {
        float[] products = matching[2 * length + i];
        double row = 0;
        for (int j = 0; j < c.length; j++) {
          row += c[j] * products[from + j];
        }
        sum += d[i] * row;
      }
      if (architecture.aggregation() == Aggregation.MEAN
          || architecture.aggregation() == Aggregation.UNIT) {
        // e1 has a weight for each word of the second sentence, e2 for each of the first one.
        sum /= divisor(length, block.weightedSum(c, from));
        sum /= divisor(block.lengths[s], weightedSums(states, d, architecture.stateSize()));
      }
      return (float) (sum + scoreBias);
    }

    /** Returns the attention of a pair of sentences with known words. */
    private PairAttention attention(float[][] matching, SecondSentences.Block block, int s) {
      int from = block.starts[s];
      int width = block.lengths[s];
      float[][] alpha = new float[length][width];
      float[][] beta = new float[width][length];
      for (int i = 0; i < length; i++) {
        for (int j = 0; j < width; j++) {
          alpha[i][j] = matching[i][from + j];
          beta[j][i] = matching[length + i][from + j];
        }
      }
      normalise(alpha);
      normalise(beta);
      float[] gamma = new float[length];
      for (int i = 0; i < length; i++) {
        float sum = firstIntraBias;
        for (int j = 0; j < width; j++) {
          sum += alpha[i][j] * block.intraProducts[from + j];
        }
        gamma[i] = (float) Math.tanh(sum);
      }
      float[] delta = new float[width];
      for (int j = 0; j < width; j++) {
        delta[j] = (float) Math.tanh(VectorMath.dot(beta[j], intraProducts) + secondIntraBias);
      }
      toTokenWeights(gamma);
      toTokenWeights(delta);
      return new PairAttention(alpha, beta, gamma, delta);
    }
  }

  /** Returns the attention weights of a pair of sentences with known words. */
  public PairAttention attention(EncodedSentence first, EncodedSentence second) {
    if (!isBidirectional()) {
      throw new IllegalStateException("the model has no attention between sentences");
    }
    if (first.length() == 0 || second.length() == 0) {
      throw new IllegalArgumentException("a sentence has no known word");
    }
    FirstSentence prepared = asFirst(first);
    SecondSentences.Block block = asSecond(List.of(second)).blocks[0];
    return prepared.attention(prepared.matching(block), block, 0);
  }

  private float[] intraProducts(Side side, EncodedSentence sentence) {
    float[] weights = parameters.get(architecture.intraWeight(side));
    float[] sums = new float[sentence.length()];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = VectorMath.dot(sentence.states()[i], weights);
    }
    return sums;
  }

  /** Returns {@code sum over i of weights[i] rows[i]}. */
  private static float[] weightedSums(float[][] rows, float[] weights, int columns) {
    float[] sums = new float[columns];
    for (int i = 0; i < rows.length; i++) {
      VectorMath.addRow(weights[i], rows[i], sums);
    }
    return sums;
  }

  private static void normalise(float[][] rows) {
    for (float[] row : rows) {
      normalise(row);
    }
  }

  private static void normalise(float[] row) {
    float sum = 0;
    for (float value : row) {
      sum += value;
    }
    for (int i = 0; i < row.length; i++) {
      row[i] /= sum;
    }
  }

  /** Sentences as the second ones of pairs, in blocks whose products fit into a cache. */
  public final class SecondSentences {
    private static final int BLOCK_COLUMNS = 1024;

    private final int size;
    private final Block[] blocks;

    private SecondSentences(List<EncodedSentence> sentences) {
      size = sentences.size();
      List<Block> all = new ArrayList<>();
      for (int from = 0; from < size; ) {
        int to = from;
        int columns = 0;
        do {
          columns += width(sentences.get(to++));
        } while (to < size && columns + width(sentences.get(to)) <= BLOCK_COLUMNS);
        all.add(new Block(sentences.subList(from, to), from, columns));
        from = to;
      }
      blocks = all.toArray(Block[]::new);
    }

    /** Returns the number of sentences. */
    public int size() {
      return size;
    }

    private int width(EncodedSentence sentence) {
      return isBidirectional() ? sentence.length() : 1;
    }

    private final class Block {
      private final int first;
      private final int columns;
      private final int[] starts;
      private final int[] lengths;

      /** The states of all words, or the embeddings of the sentences, in columns. */
      private final float[][] matrix;

      /** {@code h2_j v1}, {@code [columns]}. */
      private final float[] intraProducts;

      /** Returns the weighted sum of the states of a sentence, whose first column is given. */
      private float[] weightedSum(float[] weights, int from) {
        float[] sum = new float[matrix.length];
        for (int d = 0; d < sum.length; d++) {
          for (int j = 0; j < weights.length; j++) {
            sum[d] += weights[j] * matrix[d][from + j];
          }
        }
        return sum;
      }

      private Block(List<EncodedSentence> sentences, int first, int columns) {
        this.first = first;
        this.columns = columns;
        starts = new int[sentences.size()];
        lengths = new int[sentences.size()];
        matrix = new float[architecture.stateSize()][columns];
        intraProducts = new float[columns];
        int column = 0;
        for (int s = 0; s < starts.length; s++) {
          EncodedSentence sentence = sentences.get(s);
          starts[s] = column;
          lengths[s] = sentence.length();
          float[][] vectors =
              isBidirectional()
                  ? sentence.states()
                  : new float[][] {embedding(Side.SECOND, sentence)};
          if (isBidirectional()) {
            System.arraycopy(
                intraProducts(Side.FIRST, sentence), 0, intraProducts, column, vectors.length);
          }
          for (float[] vector : vectors) {
            for (int d = 0; d < vector.length; d++) {
              matrix[d][column] = vector[d];
            }
            column++;
          }
        }
      }
    }
  }
}
