// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.bicla;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/**
 * The sizes of a BiCLA network. {@link #parameterShapes} lists its parameters, in the layout of
 * PyTorch. The rows of the LSTM's matrices are those of the input gate, the forget gate, the cell
 * and the output gate, {@code hiddenSize} each.
 *
 * @param attention how the tokens of one sentence see the other sentence
 * @param aggregation how the weighted tokens of a sentence become its embedding
 * @param wordDimension dimension of the word vectors, 1 or more
 * @param hiddenSize H, the size of the LSTM's state in each direction, 1 or more
 */
public record BiclaArchitecture(
    Attention attention, Aggregation aggregation, int wordDimension, int hiddenSize) {
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
    MEAN
  }

  /**
   * One of the two sentences of a pair. In retrieval, the first one is the query.
   *
   * <p>The two sentences have parameters of their own in everything but the LSTM (footnotes 5 and 6
   * of the paper).
   */
  public enum Side {
    FIRST,
    SECOND;

    /** Name of the parameters of this side's cross-sentence attention: {@code W_ca}. */
    public String crossWeight() {
      return "cross_attention." + prefix() + ".weight";
    }

    /** Name of the bias of this side's cross-sentence attention: {@code b_ca}. */
    public String crossBias() {
      return "cross_attention." + prefix() + ".bias";
    }

    /** Name of the parameters of this side's intra-sentence attention: {@code v_ia}. */
    public String intraWeight() {
      return "intra_attention." + prefix() + ".weight";
    }

    /** Name of the bias of this side's intra-sentence attention: {@code b_ia}. */
    public String intraBias() {
      return "intra_attention." + prefix() + ".bias";
    }

    private String prefix() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A direction of the Bi-LSTM. */
  public enum Direction {
    FORWARD(""),
    BACKWARD("_reverse");

    private final String suffix;

    Direction(String suffix) {
      this.suffix = suffix;
    }

    /** Name of the weights of the inputs, {@code [4 H, D]}. */
    public String inputWeight() {
      return "lstm.weight_ih_l0" + suffix;
    }

    /** Name of the weights of the previous state, {@code [4 H, H]}. */
    public String stateWeight() {
      return "lstm.weight_hh_l0" + suffix;
    }

    /** Name of the bias of the inputs, {@code [4 H]}. */
    public String inputBias() {
      return "lstm.bias_ih_l0" + suffix;
    }

    /** Name of the bias of the previous state, {@code [4 H]}. */
    public String stateBias() {
      return "lstm.bias_hh_l0" + suffix;
    }
  }

  /** Name of {@code W_B} of the bilinear score, {@code [2 H, 2 H]}. */
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
  }

  private static void requireSize(String name, int size) {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(name + " is " + size + ", expected 1 to " + MAX_SIZE);
    }
  }

  /** Returns 2 H, the dimension of a token's state and of a sentence's embedding. */
  public int stateSize() {
    return 2 * hiddenSize;
  }

  /** Returns the shapes of all parameters, by name. */
  public SequencedMap<String, List<Long>> parameterShapes() {
    SequencedMap<String, List<Long>> shapes = new LinkedHashMap<>();
    long gates = 4L * hiddenSize;
    long state = stateSize();
    for (Direction direction : Direction.values()) {
      shapes.put(direction.inputWeight(), List.of(gates, (long) wordDimension));
      shapes.put(direction.stateWeight(), List.of(gates, (long) hiddenSize));
      shapes.put(direction.inputBias(), List.of(gates));
      shapes.put(direction.stateBias(), List.of(gates));
    }
    for (Side side : Side.values()) {
      if (attention == Attention.BIDIRECTIONAL) {
        shapes.put(side.crossWeight(), List.of(state, state));
        shapes.put(side.crossBias(), List.of(1L));
      }
      shapes.put(side.intraWeight(), List.of(state));
      shapes.put(side.intraBias(), List.of(1L));
    }
    shapes.put(SCORE_WEIGHT, List.of(state, state));
    shapes.put(SCORE_BIAS, List.of(1L));
    return Collections.unmodifiableSequencedMap(shapes);
  }
}
