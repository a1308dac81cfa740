// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaArchitecture.Direction;
import org.isogloss.modelio.bicla.BiclaArchitecture.LstmParameters;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.neural.torch.Tensors;

/** The parameters with which the training of BiCLA starts; the paper does not state them. */
public enum BiclaInitialisation {
  /**
   * Tokens attend to similar tokens, all tokens have the same weight, and similar embeddings have a
   * high score: {@code W1}, {@code W2} and {@code W_B} are the identity divided by the square root
   * of its size, {@code v1} and {@code v2} are 0 and their biases 1. The weights of the LSTM are
   * uniform in {@code sqrt(6 / (H + inputs))} (Glorot and Bengio 2010), those of the inputs times
   * {@code sqrt(D)}, because word vectors of unit length have the variance {@code 1 / D}. Biases
   * are 0, except those of forget gates, which are 1 (Jozefowicz et al. 2015).
   */
  SIMILARITY {
    @Override
    void fill(Parameters parameters, List<WordTable> words) {
      BiclaArchitecture architecture = parameters.architecture;
      int size = architecture.hiddenSize();
      int inputs = architecture.wordDimension();
      for (LstmParameters lstm : parameters.lstms()) {
        parameters.uniform(lstm.inputWeight(), Math.sqrt(6.0 * inputs / (size + inputs)));
        parameters.uniform(lstm.stateWeight(), Math.sqrt(6.0 / (2 * size)));
        Arrays.fill(parameters.of(lstm.inputBias()), size, 2 * size, 1);
      }
      int states = architecture.stateSize();
      double weight = 1 / Math.sqrt(states);
      parameters.identity(BiclaArchitecture.SCORE_WEIGHT, weight);
      for (Side side : Side.values()) {
        Arrays.fill(parameters.of(architecture.intraBias(side)), 1);
        if (architecture.attention() == Attention.BIDIRECTIONAL) {
          parameters.identity(architecture.crossWeight(side), weight);
        }
        if (architecture.reduction()) {
          parameters.glorot(architecture.reductionWeight(side), architecture.lstmSize(), states);
        }
      }
    }
  },

  /**
   * As in the code that the authors released: matrices are uniform in {@code sqrt(6 / (rows +
   * columns))} (Glorot and Bengio 2010), each gate on its own, those of the LSTM's cell normal with
   * mean -0.1 and deviation 0.1, truncated at two deviations; biases are 0.5 in the LSTM, 1 in its
   * forget gates, and 0.1 elsewhere.
   */
  RELEASED {
    @Override
    void fill(Parameters parameters, List<WordTable> words) {
      BiclaArchitecture architecture = parameters.architecture;
      int size = architecture.hiddenSize();
      int inputs = architecture.wordDimension();
      for (LstmParameters lstm : parameters.lstms()) {
        parameters.glorot(lstm.inputWeight(), inputs, size);
        parameters.glorot(lstm.stateWeight(), size, size);
        parameters.normal(lstm.inputWeight(), 2 * size * inputs, 3 * size * inputs);
        parameters.normal(lstm.stateWeight(), 2 * size * size, 3 * size * size);
        Arrays.fill(parameters.of(lstm.inputBias()), 0.5f);
        Arrays.fill(parameters.of(lstm.inputBias()), size, 2 * size, 1);
      }
      int states = architecture.stateSize();
      for (Side side : Side.values()) {
        if (architecture.reduction()) {
          parameters.glorot(architecture.reductionWeight(side), architecture.lstmSize(), states);
        }
        if (architecture.attention() == Attention.BIDIRECTIONAL) {
          parameters.glorot(architecture.crossWeight(side), states, states);
          Arrays.fill(parameters.of(architecture.crossBias(side)), BIAS);
        }
        parameters.glorot(architecture.intraWeight(side), states, 1);
        Arrays.fill(parameters.of(architecture.intraBias(side)), BIAS);
      }
      parameters.glorot(BiclaArchitecture.SCORE_WEIGHT, states, states);
      Arrays.fill(parameters.of(BiclaArchitecture.SCORE_BIAS), BIAS);
    }
  },

  /**
   * Starts as the paper's baseline AGG: a token's state is its word vector, attention is uniform,
   * and the argument of the score's tangent is ten times the dot product of the mean vectors or,
   * with {@link Aggregation#UNIT}, four times their cosine, which is AGG, minus two: -2 to 2 for
   * cosines from 0 to 1, where the tangent has a slope. The cell of the LSTM projects the word
   * vector on the {@code 2 H} principal directions of all word vectors (all of them, if {@code 2 H}
   * is not less than their dimension), H in each direction; the input and output gates are open,
   * the forget gates closed.
   */
  AGG {
    @Override
    void fill(Parameters parameters, List<WordTable> words) {
      BiclaArchitecture architecture = parameters.architecture;
      int size = architecture.hiddenSize();
      int inputs = architecture.wordDimension();
      float[] directions = principalDirections(words, Math.min(2 * size, inputs));
      for (Side side : Side.values()) {
        for (Direction direction : Direction.values()) {
          LstmParameters lstm = architecture.lstm(side, direction);
          int from = direction == Direction.FORWARD ? 0 : size * inputs;
          int length = Math.min(size * inputs, Math.max(0, directions.length - from));
          if (length > 0) {
            System.arraycopy(
                directions, from, parameters.of(lstm.inputWeight()), 2 * size * inputs, length);
          }
          float[] bias = parameters.of(lstm.inputBias());
          Arrays.fill(bias, OPEN);
          Arrays.fill(bias, size, 2 * size, -OPEN);
          Arrays.fill(bias, 2 * size, 3 * size, 0);
        }
        Arrays.fill(parameters.of(architecture.intraBias(side)), 1);
      }
      boolean cosines = architecture.aggregation() == Aggregation.UNIT;
      parameters.identity(BiclaArchitecture.SCORE_WEIGHT, cosines ? COSINE_SCALE : DOT_SCALE);
      parameters.of(BiclaArchitecture.SCORE_BIAS)[0] = cosines ? -COSINE_SCALE / 2f : 0;
    }
  };

  /** Factor of dot products of mean vectors, which are about .1 for translations. */
  private static final int DOT_SCALE = 10;

  /** Factor of cosines of mean vectors. */
  private static final int COSINE_SCALE = 4;

  private static final float BIAS = 0.1f;

  /** Bias of an open gate, whose value is then .95: a gate that can still be trained. */
  private static final float OPEN = 3;

  /** Number of words of each language whose directions are computed: the most frequent ones. */
  private static final int MAX_WORDS = 20_000;

  abstract void fill(Parameters parameters, List<WordTable> words);

  /** Returns the values of all parameters by name. */
  Map<String, float[]> values(BiclaArchitecture architecture, List<WordTable> words, long seed) {
    Parameters parameters = new Parameters(architecture, seed);
    fill(parameters, words);
    return parameters.values;
  }

  /**
   * Returns the directions in which word vectors have the largest squares, orthonormal.
   *
   * @return {@code [count * dimension]}, the direction of the largest squares first
   */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  private static float[] principalDirections(List<WordTable> words, int count) {
    int dimension = words.getFirst().vectors().dimension();
    try (PointerScope scope = new PointerScope()) {
      Tensor moments = torch.zeros(dimension, dimension);
      for (WordTable table : words) {
        int rows = Math.min(MAX_WORDS, table.size());
        float[] values = new float[rows * dimension];
        for (int row = 0; row < rows; row++) {
          System.arraycopy(table.vectors().vector(row), 0, values, row * dimension, dimension);
        }
        Tensor vectors = Tensor.create(values, rows, dimension);
        moments = moments.add(vectors.t().matmul(vectors));
      }
      // The eigenvalues are in ascending order.
      Tensor eigenvectors = torch.linalg_eigh(moments).get1();
      return Tensors.toArray(
          eigenvectors.narrow(1, dimension - count, count).flip(1).t().contiguous());
    }
  }

  /** The values of the parameters, 0 at first. */
  static final class Parameters {
    private final BiclaArchitecture architecture;
    private final SplittableRandom random;
    private final Map<String, float[]> values = new HashMap<>();

    private Parameters(BiclaArchitecture architecture, long seed) {
      this.architecture = architecture;
      this.random = new SplittableRandom(seed);
      architecture
          .parameterShapes()
          .forEach(
              (name, shape) ->
                  values.put(
                      name,
                      new float[Math.toIntExact(shape.stream().reduce(1L, Math::multiplyExact))]));
    }

    private float[] of(String name) {
      return values.get(name);
    }

    /** Returns the names of all LSTMs: of one encoder if both sentences share it. */
    private List<LstmParameters> lstms() {
      return Arrays.stream(Side.values())
          .flatMap(
              side ->
                  Arrays.stream(Direction.values())
                      .map(direction -> architecture.lstm(side, direction)))
          .distinct()
          .toList();
    }

    private void uniform(String name, double bound) {
      float[] all = of(name);
      for (int i = 0; i < all.length; i++) {
        all[i] = (float) ((2 * random.nextDouble() - 1) * bound);
      }
    }

    private void glorot(String name, int inputs, int outputs) {
      uniform(name, Math.sqrt(6.0 / (inputs + outputs)));
    }

    /** Fills a range with numbers of the truncated normal distribution of the released code. */
    private void normal(String name, int from, int to) {
      float[] all = of(name);
      for (int i = from; i < to; i++) {
        double deviations;
        do {
          deviations = random.nextGaussian();
        } while (Math.abs(deviations) > 2);
        all[i] = (float) (-0.1 + 0.1 * deviations);
      }
    }

    private void identity(String name, double weight) {
      int size = architecture.stateSize();
      for (int i = 0; i < size; i++) {
        of(name)[i * size + i] = (float) weight;
      }
    }
  }
}
