// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.bicla;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The form and the sizes of a BiCLA network. {@link #parameterShapes} lists its parameters, in the
 * layout of PyTorch. The rows of the LSTM's matrices are those of the input gate, the forget gate,
 * the cell and the output gate, {@code hiddenSize} each.
 *
 * @param attention how the tokens of one sentence see the other sentence
 * @param aggregation how the weighted tokens of a sentence become its embedding
 * @param wordDimension dimension of the word vectors, 1 or more
 * @param hiddenSize H, the size of the LSTM's state in each direction, 1 or more
 * @param reduction whether the states of both directions of a token, {@code 2 H} numbers, are
 *     multiplied by a matrix {@code [2 H, H]}, as in the code that the authors released
 * @param shared parts that have the same parameters for both sentences; the paper shares the
 *     encoder alone
 */
public record BiclaArchitecture(
    Attention attention,
    Aggregation aggregation,
    int wordDimension,
    int hiddenSize,
    boolean reduction,
    Set<Part> shared) {
  /** How the tokens of one sentence see the other sentence. */
  public enum Attention {
    /** Each token is replaced by a mean of the tokens of the other sentence: BiCLA. */
    BIDIRECTIONAL,
    /** Not at all: the ablation InAtt of the paper, which has only intra-sentence attention. */
    NONE
  }

  /** How the weighted tokens of a sentence become its embedding. */
  public enum Aggregation {
    /**
     * Their sum, as in equation 4 of the paper. The argument of the hyperbolic tangent of the score
     * then grows with the product of the lengths of the sentences, so that scores of long sentences
     * are 1 or -1 and have no gradient.
     */
    SUM,
    /** Their sum divided by their number. */
    MEAN,
    /**
     * Their sum, after a softmax over the weights, as in the code that the authors released:
     * weights are positive and sum to 1.
     */
    SOFTMAX,
    /**
     * Their sum scaled to unit length, which neither the paper nor the code has: the score is then
     * a bilinear form of directions, as the cosine of the baseline AGG, and does not depend on the
     * lengths of the sentences.
     */
    UNIT
  }

  /** A part of the network that both sentences have. */
  public enum Part {
    /** The Bi-LSTM, with its reduction. Two encoders were worse (footnote 4 of the paper). */
    ENCODER,
    /** The cross-sentence attention; sharing it was worse (footnote 5). */
    CROSS_ATTENTION,
    /** The intra-sentence attention; sharing it was worse (footnote 6). */
    INTRA_ATTENTION
  }

  /** One of the two sentences of a pair. In retrieval, the first one is the query. */
  public enum Side {
    FIRST,
    SECOND
  }

  /** A direction of the Bi-LSTM. */
  public enum Direction {
    FORWARD(""),
    BACKWARD("_reverse");

    private final String suffix;

    Direction(String suffix) {
      this.suffix = suffix;
    }
  }

  /**
   * The names of the parameters of one direction of an LSTM.
   *
   * @param inputWeight weights of the inputs, {@code [4 H, D]}
   * @param stateWeight weights of the previous state, {@code [4 H, H]}
   * @param inputBias bias of the inputs, {@code [4 H]}
   * @param stateBias bias of the previous state, {@code [4 H]}
   */
  public record LstmParameters(
      String inputWeight, String stateWeight, String inputBias, String stateBias) {
    /** Returns all names, in the order of PyTorch's functions. */
    public List<String> names() {
      return List.of(inputWeight, stateWeight, inputBias, stateBias);
    }
  }

  /** Name of {@code W_B} of the bilinear score, square, of the {@link #stateSize}. */
  public static final String SCORE_WEIGHT = "score.weight";

  /** Name of {@code b_B} of the bilinear score, {@code [1]}. */
  public static final String SCORE_BIAS = "score.bias";

  /** Bounds the memory that a damaged file can request. */
  static final int MAX_SIZE = 1 << 14;

  public BiclaArchitecture {
    requireNonNull(attention, "attention is null");
    requireNonNull(aggregation, "aggregation is null");
    requireSize("wordDimension", wordDimension);
    requireSize("hiddenSize", hiddenSize);
    shared = Set.copyOf(shared);
  }

  /** Creates the architecture of the paper, with any aggregation. */
  public BiclaArchitecture(
      Attention attention, Aggregation aggregation, int wordDimension, int hiddenSize) {
    this(attention, aggregation, wordDimension, hiddenSize, false, Set.of(Part.ENCODER));
  }

  private static void requireSize(String name, int size) {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(name + " is " + size + ", expected 1 to " + MAX_SIZE);
    }
  }

  /** Returns the dimension of the output of the Bi-LSTM, 2 H. */
  public int lstmSize() {
    return 2 * hiddenSize;
  }

  /** Returns the dimension of a token's state and of a sentence's embedding: 2 H, or H reduced. */
  public int stateSize() {
    return reduction ? hiddenSize : lstmSize();
  }

  /** Returns whether both sentences have the same parameters of a part. */
  public boolean shares(Part part) {
    return shared.contains(part);
  }

  /** Returns the names of the parameters of a direction of the LSTM of a sentence. */
  public LstmParameters lstm(Side side, Direction direction) {
    String prefix = prefix("lstm", Part.ENCODER, side);
    String suffix = "_l0" + direction.suffix;
    return new LstmParameters(
        prefix + "weight_ih" + suffix,
        prefix + "weight_hh" + suffix,
        prefix + "bias_ih" + suffix,
        prefix + "bias_hh" + suffix);
  }

  /** Returns the name of the matrix that reduces the states of a sentence, {@code [2 H, H]}. */
  public String reductionWeight(Side side) {
    return prefix("reduction", Part.ENCODER, side) + "weight";
  }

  /** Returns the name of the parameters of a sentence's cross-sentence attention: {@code W_ca}. */
  public String crossWeight(Side side) {
    return prefix("cross_attention", Part.CROSS_ATTENTION, side) + "weight";
  }

  /** Returns the name of the bias of a sentence's cross-sentence attention: {@code b_ca}. */
  public String crossBias(Side side) {
    return prefix("cross_attention", Part.CROSS_ATTENTION, side) + "bias";
  }

  /** Returns the name of the parameters of a sentence's intra-sentence attention: {@code v_ia}. */
  public String intraWeight(Side side) {
    return prefix("intra_attention", Part.INTRA_ATTENTION, side) + "weight";
  }

  /** Returns the name of the bias of a sentence's intra-sentence attention: {@code b_ia}. */
  public String intraBias(Side side) {
    return prefix("intra_attention", Part.INTRA_ATTENTION, side) + "bias";
  }

  private String prefix(String name, Part part, Side side) {
    return shares(part) ? name + "." : name + "." + side.name().toLowerCase(Locale.ROOT) + ".";
  }

  /** Returns the shapes of all parameters, by name. */
  public SequencedMap<String, List<Long>> parameterShapes() {
    SequencedMap<String, List<Long>> shapes = new LinkedHashMap<>();
    long gates = 4L * hiddenSize;
    long state = stateSize();
    for (Side side : Side.values()) {
      for (Direction direction : Direction.values()) {
        LstmParameters lstm = lstm(side, direction);
        shapes.put(lstm.inputWeight(), List.of(gates, (long) wordDimension));
        shapes.put(lstm.stateWeight(), List.of(gates, (long) hiddenSize));
        shapes.put(lstm.inputBias(), List.of(gates));
        shapes.put(lstm.stateBias(), List.of(gates));
      }
      if (reduction) {
        shapes.put(reductionWeight(side), List.of((long) lstmSize(), state));
      }
    }
    for (Side side : Side.values()) {
      if (attention == Attention.BIDIRECTIONAL) {
        shapes.put(crossWeight(side), List.of(state, state));
        shapes.put(crossBias(side), List.of(1L));
      }
      shapes.put(intraWeight(side), List.of(state));
      shapes.put(intraBias(side), List.of(1L));
    }
    shapes.put(SCORE_WEIGHT, List.of(state, state));
    shapes.put(SCORE_BIAS, List.of(1L));
    return Collections.unmodifiableSequencedMap(shapes);
  }
}
