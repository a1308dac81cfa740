// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaArchitecture.Direction;
import org.isogloss.modelio.bicla.BiclaArchitecture.Part;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.neural.bicla.PackedSequences.TokenStates;
import org.isogloss.neural.torch.TensorMemory;
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
 * divided by the number of tokens of their sentences. With {@link Aggregation#SOFTMAX}, as in the
 * code that the authors released, {@code gamma} and {@code delta} are the softmax of these weights
 * over the tokens of their sentence. With {@link Aggregation#UNIT}, which is in neither, {@code e1}
 * and {@code e2} are scaled to unit length. With {@link BiclaArchitecture#reduction}, also of that
 * code, {@code h} is the output of the Bi-LSTM times a matrix {@code [2 H, H]}. Without
 * cross-sentence attention (the paper's InAtt), {@code hbar} is {@code h}: the vectors of the
 * sentence itself.
 */
final class BiclaNetwork implements AutoCloseable {
  /** Lower bound of the squared length of an embedding, which prevents division by zero. */
  private static final double MIN_SQUARES = 1e-24;

  private final BiclaArchitecture architecture;
  private final Device device;
  private final SequencedMap<String, Tensor> parameters = new LinkedHashMap<>();

  private BiclaNetwork(BiclaArchitecture architecture, Map<String, float[]> values, String device) {
    this.architecture = architecture;
    this.device = new Device(device).retainReference();
    architecture
        .parameterShapes()
        .forEach(
            (name, shape) ->
                parameters.put(
                    name,
                    Tensors.retain(
                        TensorMemory.toDevice(
                                this.device,
                                Tensor.create(
                                    values.get(name),
                                    shape.stream().mapToLong(Long::longValue).toArray()))
                            .set_requires_grad(true))));
  }

  /** Creates a network on the CPU with the given parameters, in row-major order. */
  static BiclaNetwork of(BiclaArchitecture architecture, Map<String, float[]> values) {
    return of(architecture, values, "cpu");
  }

  /** Creates a network with the given parameters, in row-major order. */
  static BiclaNetwork of(
      BiclaArchitecture architecture, Map<String, float[]> values, String device) {
    return new BiclaNetwork(architecture, values, device);
  }

  /** Creates the network with which training starts. */
  static BiclaNetwork initialise(
      BiclaArchitecture architecture,
      BiclaInitialisation initialisation,
      List<WordTable> words,
      long seed,
      String device) {
    return of(architecture, initialisation.values(architecture, words, seed), device);
  }

  /** Returns the device of the parameters. */
  Device device() {
    return device;
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

  /** Returns the sum of the squares of all parameters, {@code ||Omega||^2}. */
  Tensor squaredNorm() {
    return parameters.values().stream()
        .map(tensor -> tensor.square().sum())
        .reduce(Tensor::add)
        .orElseThrow();
  }

  /**
   * The states of the tokens of pairs.
   *
   * @param first those of the first sentences
   * @param second those of the second sentences
   */
  record PairStates(TokenStates first, TokenStates second) {}

  /** Returns the states of the tokens of sentences; one pass of the LSTM if both sides share it. */
  PairStates encode(List<WordSequence> first, List<WordSequence> second) {
    if (!architecture.shares(Part.ENCODER)) {
      return new PairStates(encode(Side.FIRST, first), encode(Side.SECOND, second));
    }
    List<WordSequence> all = new ArrayList<>(first);
    all.addAll(second);
    TokenStates states = encode(Side.FIRST, all);
    return new PairStates(states.range(0, first.size()), states.range(first.size(), second.size()));
  }

  private TokenStates encode(Side side, List<WordSequence> sentences) {
    TensorVector lstm = new TensorVector();
    for (Direction direction : Direction.values()) {
      architecture.lstm(side, direction).names().forEach(name -> lstm.push_back(parameter(name)));
    }
    TokenStates states =
        new PackedSequences(sentences, architecture.wordDimension(), device)
            .encode(lstm, architecture.hiddenSize());
    return architecture.reduction()
        ? states.multiplied(parameter(architecture.reductionWeight(side)))
        : states;
  }

  /**
   * Scores every first sentence of a group with every second sentence of the group.
   *
   * @param first states of the first sentences, group by group, the same number in each
   * @param second states of the second sentences, group by group, the same number in each
   * @param groups number of groups
   * @return {@code [groups, first sentences of a group, second sentences of a group]}, from -1 to 1
   */
  Tensor scores(TokenStates first, TokenStates second, long groups) {
    // [groups, firsts, seconds, size of a state], where 1 stands for firsts or seconds without
    // attention
    Tensor e1;
    Tensor e2;
    if (architecture.attention() == Attention.BIDIRECTIONAL) {
      e1 = attend(Side.FIRST, first, second, groups).transpose(1, 2);
      e2 = attend(Side.SECOND, second, first, groups);
    } else {
      e1 = aggregate(Side.FIRST, first).unflatten(0, groups, -1).unsqueeze(2);
      e2 = aggregate(Side.SECOND, second).unflatten(0, groups, -1).unsqueeze(1);
    }
    return torch.tanh(
        e1.matmul(parameter(BiclaArchitecture.SCORE_WEIGHT))
            .mul(e2)
            .sum(3)
            .add(parameter(BiclaArchitecture.SCORE_BIAS)));
  }

  /**
   * Returns the embedding of each sentence for each sentence of the other side, of which it is a
   * weighted sum. The vectors {@code hbar} of its tokens are not computed: with {@code hbar1_i =
   * sum over j of alpha_ij h2_j}, the weight of {@code h2_j} in {@code e1} is the sum over i of
   * {@code gamma_i alpha_ij}, and {@code hbar1_i v1} is the sum over j of {@code alpha_ij (h2_j
   * v1)}.
   *
   * @return {@code [groups, others of a group, own of a group, size of a state]}
   */
  private Tensor attend(Side side, TokenStates own, TokenStates other, long groups) {
    long states = architecture.stateSize();
    long ownCount = own.sentences() / groups;
    long otherCount = other.sentences() / groups;
    long ownTokens = own.tokens();
    long otherTokens = other.tokens();
    // [groups, own * own tokens, others * other tokens]
    Tensor products =
        own.values()
            .matmul(parameter(architecture.crossWeight(side)))
            .view(groups, ownCount * ownTokens, states)
            .bmm(other.values().view(groups, otherCount * otherTokens, states).transpose(1, 2));
    Tensor matching =
        torch
            .tanh(products.add(parameter(architecture.crossBias(side))))
            .view(groups, ownCount, ownTokens, otherCount, otherTokens);
    Tensor attention =
        torch.softmax(
            matching.masked_fill(
                other.present().logical_not().view(groups, 1, 1, otherCount, otherTokens),
                new Scalar(Float.NEGATIVE_INFINITY)),
            4);
    Tensor intra =
        other
            .values()
            .matmul(parameter(architecture.intraWeight(side)))
            .view(groups, 1, 1, otherCount, otherTokens);
    // [groups, own, own tokens, others]
    Tensor weights =
        tokenWeights(
            attention.mul(intra).sum(4).add(parameter(architecture.intraBias(side))),
            own.present().view(groups, ownCount, ownTokens, 1),
            2);
    // [groups, own, others, other tokens]
    Tensor tokenWeights = attention.mul(weights.unsqueeze(4)).sum(2);
    Tensor sum =
        tokenWeights
            .transpose(1, 2)
            .matmul(other.values().view(groups, otherCount, otherTokens, states));
    return scaled(sum, own.present().sum(1).view(groups, 1, ownCount, 1));
  }

  /** Returns the embeddings of sentences without attention to others, a row for each. */
  private Tensor aggregate(Side side, TokenStates own) {
    Tensor weights =
        tokenWeights(
            own.values()
                .matmul(parameter(architecture.intraWeight(side)))
                .add(parameter(architecture.intraBias(side))),
            own.present(),
            1);
    Tensor sum = weights.unsqueeze(1).bmm(own.values()).squeeze(1);
    return scaled(sum, own.present().sum(1).unsqueeze(1));
  }

  /**
   * Returns embeddings from sums of weighted tokens.
   *
   * @param lengths the numbers of tokens of the sentences
   */
  private Tensor scaled(Tensor sums, Tensor lengths) {
    return switch (architecture.aggregation()) {
      case SUM, SOFTMAX -> sums;
      case MEAN -> sums.div(lengths);
      case UNIT ->
          sums.div(
              sums.square().sum(-1).clamp_min(Tensors.scalar(MIN_SQUARES)).sqrt().unsqueeze(-1));
    };
  }

  /**
   * Returns the weights of tokens, 0 for those that a sentence does not have.
   *
   * @param dimension the dimension of the tokens
   */
  private Tensor tokenWeights(Tensor products, Tensor present, int dimension) {
    Tensor weights = torch.tanh(products);
    return architecture.aggregation() == Aggregation.SOFTMAX
        ? torch.softmax(
            weights.masked_fill(present.logical_not(), new Scalar(Float.NEGATIVE_INFINITY)),
            dimension)
        : weights.mul(present);
  }

  @Override
  public void close() {
    parameters.values().forEach(Tensor::close);
    device.close();
  }
}
