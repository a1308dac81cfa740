// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaArchitecture.Direction;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.neural.bicla.PackedSequences.TokenStates;
import org.isogloss.neural.torch.Tensors;

/**
 * The bidirectional attention model of Glavaš and Vulić ("Zero-Shot Language Transfer for
 * Cross-Lingual Sentence Retrieval Using Bidirectional Attention Model", ECIR 2019), in the
 * notation of section 3.1. With the states {@code h} of the tokens of two sentences from a shared
 * Bi-LSTM:
 *
 * <pre>m_ij  = tanh(h1_i W1 h2_j + b1)     alpha_i = softmax over j of m_ij    (2)
 * n_ji  = tanh(h2_j W2 h1_i + b2)     beta_j  = softmax over i of n_ji    (3)
 * hbar1_i = sum over j of alpha_ij h2_j      hbar2_j = sum over i of beta_ji h1_i    (1)
 * gamma_i = tanh(hbar1_i v1 + c1)     e1 = sum over i of gamma_i hbar1_i  (4)
 * delta_j = tanh(hbar2_j v2 + c2)     e2 = sum over j of delta_j hbar2_j  (4)
 * r = tanh(e1 W_B e2 + b_B)                                               (5)</pre>
 *
 * <p>With {@link Aggregation#MEAN}, which the paper does not have, {@code e1} and {@code e2} are
 * divided by the number of tokens of their sentences. Without cross-sentence attention (the paper's
 * InAtt), {@code hbar} is {@code h}: the vectors of the sentence itself.
 */
final class BiclaNetwork implements AutoCloseable {
  private final BiclaArchitecture architecture;
  private final SequencedMap<String, Tensor> parameters = new LinkedHashMap<>();

  private BiclaNetwork(BiclaArchitecture architecture, Map<String, float[]> values) {
    this.architecture = architecture;
    architecture
        .parameterShapes()
        .forEach(
            (name, shape) ->
                parameters.put(
                    name,
                    Tensors.retain(
                        Tensor.create(
                                values.get(name),
                                shape.stream().mapToLong(Long::longValue).toArray())
                            .set_requires_grad(true))));
  }

  /** Creates a network with the given parameters, in row-major order. */
  static BiclaNetwork of(BiclaArchitecture architecture, Map<String, float[]> values) {
    return new BiclaNetwork(architecture, values);
  }

  /**
   * Creates the network with which training starts; the paper does not state its initialisation.
   * Tokens attend to similar tokens, all tokens have the same weight, and similar embeddings have a
   * high score: {@code W1}, {@code W2} and {@code W_B} are the identity divided by {@code sqrt(2
   * H)}, {@code v1} and {@code v2} are 0 and their biases 1. The weights of the LSTM are uniform in
   * {@code sqrt(6 / (H + inputs))} (Glorot and Bengio 2010), those of the inputs times {@code
   * sqrt(D)}, because word vectors of unit length have the variance {@code 1 / D}. Biases are 0,
   * except those of forget gates, which are 1 (Jozefowicz et al. 2015).
   */
  static BiclaNetwork initialise(BiclaArchitecture architecture, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int states = architecture.stateSize();
    Map<String, float[]> values = new HashMap<>();
    architecture
        .parameterShapes()
        .forEach(
            (name, shape) ->
                values.put(
                    name, new float[Math.toIntExact(shape.stream().reduce(1L, (x, y) -> x * y))]));
    for (Direction direction : Direction.values()) {
      int size = architecture.hiddenSize();
      int inputs = architecture.wordDimension();
      uniform(
          values.get(direction.inputWeight()), Math.sqrt(6.0 * inputs / (size + inputs)), random);
      uniform(values.get(direction.stateWeight()), Math.sqrt(6.0 / (2 * size)), random);
      Arrays.fill(values.get(direction.inputBias()), size, 2 * size, 1);
    }
    identity(values.get(BiclaArchitecture.SCORE_WEIGHT), states);
    for (Side side : Side.values()) {
      Arrays.fill(values.get(side.intraBias()), 1);
      if (architecture.attention() == Attention.BIDIRECTIONAL) {
        identity(values.get(side.crossWeight()), states);
      }
    }
    return new BiclaNetwork(architecture, values);
  }

  private static void uniform(float[] values, double bound, SplittableRandom random) {
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) ((2 * random.nextDouble() - 1) * bound);
    }
  }

  private static void identity(float[] matrix, int size) {
    for (int i = 0; i < size; i++) {
      matrix[i * size + i] = (float) (1 / Math.sqrt(size));
    }
  }

  BiclaArchitecture architecture() {
    return architecture;
  }

  /** Returns the parameters by name: leaf tensors that are trained. */
  SequencedMap<String, Tensor> parameters() {
    return parameters;
  }

  /** Returns copies of the parameters by name, in row-major order. */
  Map<String, float[]> values() {
    Map<String, float[]> values = new HashMap<>();
    parameters.forEach((name, tensor) -> values.put(name, Tensors.toArray(tensor.detach())));
    return values;
  }

  private Tensor parameter(String name) {
    return parameters.get(name);
  }

  /** Returns the Euclidean norm of all parameters, {@code ||Omega||}. */
  Tensor norm() {
    return parameters.values().stream()
        .map(tensor -> tensor.square().sum())
        .reduce(Tensor::add)
        .orElseThrow()
        .sqrt();
  }

  /** Returns the states of the tokens of sentences. */
  TokenStates encode(List<WordSequence> sentences) {
    TensorVector lstm = new TensorVector();
    for (Direction direction : Direction.values()) {
      lstm.push_back(parameter(direction.inputWeight()));
      lstm.push_back(parameter(direction.stateWeight()));
      lstm.push_back(parameter(direction.inputBias()));
      lstm.push_back(parameter(direction.stateBias()));
    }
    return new PackedSequences(sentences, architecture.wordDimension())
        .encode(lstm, architecture.hiddenSize());
  }

  /**
   * Scores pairs of sentences.
   *
   * @param states states of all sentences
   * @param first index of the first sentence of each pair
   * @param second index of the second sentence of each pair
   * @return {@code [pairs]}, from -1 to 1
   */
  Tensor scores(TokenStates states, int[] first, int[] second) {
    TokenStates firstStates = states.select(first);
    TokenStates secondStates = states.select(second);
    Tensor firstTokens = firstStates.values();
    Tensor secondTokens = secondStates.values();
    if (architecture.attention() == Attention.BIDIRECTIONAL) {
      firstTokens = attend(Side.FIRST, states, first, secondStates);
      secondTokens = attend(Side.SECOND, states, second, firstStates);
    }
    Tensor e1 = aggregate(Side.FIRST, firstTokens, firstStates);
    Tensor e2 = aggregate(Side.SECOND, secondTokens, secondStates);
    return torch.tanh(
        torch
            .mm(e1, parameter(BiclaArchitecture.SCORE_WEIGHT))
            .mul(e2)
            .sum(1)
            .add(parameter(BiclaArchitecture.SCORE_BIAS)));
  }

  /**
   * Replaces the tokens of each sentence by means of the tokens of the other one. A sentence is
   * multiplied by the attention weights once, not for each of its pairs.
   */
  private Tensor attend(Side side, TokenStates states, int[] own, TokenStates other) {
    Tensor projected =
        states
            .values()
            .matmul(parameter(side.crossWeight()))
            .index_select(0, Tensors.longTensor(own));
    Tensor matching =
        torch.tanh(projected.bmm(other.values().transpose(1, 2)).add(parameter(side.crossBias())));
    Tensor weights =
        torch.softmax(
            matching.masked_fill(
                other.present().logical_not().unsqueeze(1), new Scalar(Float.NEGATIVE_INFINITY)),
            2);
    return weights.bmm(other.values());
  }

  /** Returns the embeddings of sentences, {@code [pairs, 2 H]}. */
  private Tensor aggregate(Side side, Tensor tokens, TokenStates own) {
    Tensor weights =
        torch
            .tanh(tokens.matmul(parameter(side.intraWeight())).add(parameter(side.intraBias())))
            .masked_fill(own.present().logical_not(), new Scalar(0f));
    Tensor sum = weights.unsqueeze(1).bmm(tokens).squeeze(1);
    return architecture.aggregation() == Aggregation.MEAN
        ? sum.div(own.present().sum(1).unsqueeze(1))
        : sum;
  }

  @Override
  public void close() {
    parameters.values().forEach(Tensor::close);
  }
}
