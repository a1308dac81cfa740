// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.isogloss.core.Language;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaArchitecture.Direction;
import org.isogloss.modelio.bicla.BiclaArchitecture.LstmParameters;
import org.isogloss.modelio.bicla.BiclaArchitecture.Part;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.embedding.Int8Quantization;

/**
 * BiCLA as its paper prints it, or as its authors released it, in double precision and with plain
 * loops, to compare the network that is trained and the one that is served with; and random models
 * for it.
 */
public final class ReferenceBicla {
  private final BiclaArchitecture architecture;
  private final Map<String, float[]> parameters;

  public ReferenceBicla(BiclaFiles model) {
    this.architecture = model.architecture();
    this.parameters = model.parameters();
  }

  /** Returns a model with random parameters and 20 words, {@code a} to {@code t}, in en and de. */
  public static BiclaFiles randomModel(Attention attention, long seed) {
    return randomModel(attention, Aggregation.SUM, seed);
  }

  /** Returns a model as {@link #randomModel(Attention, long)} with any aggregation. */
  public static BiclaFiles randomModel(Attention attention, Aggregation aggregation, long seed) {
    return randomModel(new BiclaArchitecture(attention, aggregation, 5, 3), seed);
  }

  /** Returns one architecture for each form of the network, on words of five numbers. */
  public static List<BiclaArchitecture> architectures() {
    List<BiclaArchitecture> architectures = new ArrayList<>();
    for (Attention attention : Attention.values()) {
      for (Aggregation aggregation : Aggregation.values()) {
        architectures.add(new BiclaArchitecture(attention, aggregation, 5, 3));
      }
      architectures.add(
          new BiclaArchitecture(
              attention, Aggregation.SOFTMAX, 5, 3, true, EnumSet.of(Part.ENCODER)));
      architectures.add(
          new BiclaArchitecture(
              attention, Aggregation.SUM, 5, 3, true, EnumSet.noneOf(Part.class)));
      architectures.add(
          new BiclaArchitecture(
              attention, Aggregation.MEAN, 5, 3, false, EnumSet.allOf(Part.class)));
    }
    return architectures;
  }

  /** Returns a model as {@link #randomModel(Attention, long)} with words of five numbers. */
  public static BiclaFiles randomModel(BiclaArchitecture architecture, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, float[]> parameters = new HashMap<>();
    architecture
        .parameterShapes()
        .forEach(
            (name, shape) -> {
              int size = shape.stream().mapToInt(Long::intValue).reduce(1, (a, b) -> a * b);
              parameters.put(name, uniform(size, 1, random));
            });
    return new BiclaFiles(
        architecture, parameters, List.of(words("en", random), words("de", random)));
  }

  private static float[] uniform(int size, double bound, SplittableRandom random) {
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = (float) ((2 * random.nextDouble() - 1) * bound);
    }
    return values;
  }

  private static WordTable words(String language, SplittableRandom random) {
    List<String> words = new ArrayList<>();
    for (char c = 'a'; c <= 't'; c++) {
      words.add(String.valueOf(c));
    }
    float[] rows = uniform(5 * words.size(), 1, random);
    float[] ones = new float[words.size()];
    Arrays.fill(ones, 1);
    return new WordTable(
        Language.of(language), words, Int8Quantization.quantize(rows, 5, ones).embeddings());
  }

  /** Returns a sentence of 1 to 9 random words. */
  public static WordSequence randomSentence(WordTable words, SplittableRandom random) {
    return new WordSequence(words, random.ints(1 + random.nextInt(9), 0, words.size()).toArray());
  }

  private double bias(String name) {
    return parameters.get(name)[0];
  }

  private double[][] states(Side side, WordSequence sentence) {
    int hidden = architecture.hiddenSize();
    double[][] states = new double[sentence.length()][2 * hidden];
    for (Direction direction : Direction.values()) {
      LstmParameters lstm = architecture.lstm(side, direction);
      boolean forward = direction == Direction.FORWARD;
      double[] h = new double[hidden];
      double[] c = new double[hidden];
      for (int step = 0; step < states.length; step++) {
        int t = forward ? step : states.length - 1 - step;
        float[] x = sentence.words().vectors().vector(sentence.rows()[t]);
        double[] next = new double[hidden];
        for (int k = 0; k < hidden; k++) {
          double input = sigmoid(gate(lstm, k, x, h));
          double forget = sigmoid(gate(lstm, hidden + k, x, h));
          double cell = Math.tanh(gate(lstm, 2 * hidden + k, x, h));
          double output = sigmoid(gate(lstm, 3 * hidden + k, x, h));
          c[k] = forget * c[k] + input * cell;
          next[k] = output * Math.tanh(c[k]);
        }
        h = next;
        System.arraycopy(h, 0, states[t], forward ? 0 : hidden, hidden);
      }
    }
    return architecture.reduction() ? reduce(side, states) : states;
  }

  private double[][] reduce(Side side, double[][] states) {
    float[] matrix = parameters.get(architecture.reductionWeight(side));
    double[][] reduced = new double[states.length][architecture.stateSize()];
    for (int t = 0; t < states.length; t++) {
      for (int i = 0; i < states[t].length; i++) {
        for (int k = 0; k < reduced[t].length; k++) {
          reduced[t][k] += states[t][i] * matrix[i * reduced[t].length + k];
        }
      }
    }
    return reduced;
  }

  private double gate(LstmParameters direction, int row, float[] x, double[] h) {
    double sum =
        parameters.get(direction.inputBias())[row] + parameters.get(direction.stateBias())[row];
    for (int i = 0; i < x.length; i++) {
      sum += parameters.get(direction.inputWeight())[row * x.length + i] * (double) x[i];
    }
    for (int i = 0; i < h.length; i++) {
      sum += parameters.get(direction.stateWeight())[row * h.length + i] * h[i];
    }
    return sum;
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private static double bilinear(double[] left, float[] matrix, double[] right) {
    double sum = 0;
    for (int i = 0; i < left.length; i++) {
      for (int j = 0; j < right.length; j++) {
        sum += left[i] * matrix[i * right.length + j] * right[j];
      }
    }
    return sum;
  }

  /** Equations 2 and 3. */
  private double[][] attention(Side side, double[][] own, double[][] other) {
    double[][] weights = new double[own.length][other.length];
    for (int i = 0; i < own.length; i++) {
      double sum = 0;
      for (int j = 0; j < other.length; j++) {
        double m = bilinear(own[i], parameters.get(architecture.crossWeight(side)), other[j]);
        weights[i][j] = Math.exp(Math.tanh(m + bias(architecture.crossBias(side))));
        sum += weights[i][j];
      }
      for (int j = 0; j < other.length; j++) {
        weights[i][j] /= sum;
      }
    }
    return weights;
  }

  private double[][] tokens(Side side, double[][] own, double[][] other) {
    if (architecture.attention() == Attention.NONE) {
      return own;
    }
    double[][] weights = attention(side, own, other);
    double[][] tokens = new double[own.length][architecture.stateSize()];
    for (int i = 0; i < own.length; i++) {
      for (int j = 0; j < other.length; j++) {
        for (int d = 0; d < tokens[i].length; d++) {
          tokens[i][d] += weights[i][j] * other[j][d];
        }
      }
    }
    return tokens;
  }

  /** Equation 4. */
  private double[] embedding(Side side, double[][] tokens) {
    double[] embedding = new double[architecture.stateSize()];
    double[] weights = intraWeights(side, tokens);
    for (int i = 0; i < tokens.length; i++) {
      for (int d = 0; d < embedding.length; d++) {
        embedding[d] += weights[i] * tokens[i][d];
      }
    }
    double divisor =
        switch (architecture.aggregation()) {
          case SUM, SOFTMAX -> 1;
          case MEAN -> tokens.length;
          case UNIT -> Math.sqrt(Arrays.stream(embedding).map(x -> x * x).sum());
        };
    for (int d = 0; d < embedding.length; d++) {
      embedding[d] /= divisor;
    }
    return embedding;
  }

  private double[] intraWeights(Side side, double[][] tokens) {
    double[] weights = new double[tokens.length];
    double exponentials = 0;
    for (int i = 0; i < tokens.length; i++) {
      double sum = bias(architecture.intraBias(side));
      for (int d = 0; d < tokens[i].length; d++) {
        sum += tokens[i][d] * parameters.get(architecture.intraWeight(side))[d];
      }
      weights[i] = Math.tanh(sum);
      exponentials += Math.exp(weights[i]);
    }
    if (architecture.aggregation() == Aggregation.SOFTMAX) {
      for (int i = 0; i < weights.length; i++) {
        weights[i] = Math.exp(weights[i]) / exponentials;
      }
    }
    return weights;
  }

  /** Equation 5. */
  public double score(WordSequence first, WordSequence second) {
    return Math.tanh(logit(first, second));
  }

  /** Returns the argument of the hyperbolic tangent of equation 5. */
  public double logit(WordSequence first, WordSequence second) {
    double[][] h1 = states(Side.FIRST, first);
    double[][] h2 = states(Side.SECOND, second);
    double[] e1 = embedding(Side.FIRST, tokens(Side.FIRST, h1, h2));
    double[] e2 = embedding(Side.SECOND, tokens(Side.SECOND, h2, h1));
    return bilinear(e1, parameters.get(BiclaArchitecture.SCORE_WEIGHT), e2)
        + bias(BiclaArchitecture.SCORE_BIAS);
  }

  /** Returns the signed logarithm of the logit, the score of the pair scorer. */
  public double signedLogScore(WordSequence first, WordSequence second) {
    double logit = logit(first, second);
    return Math.signum(logit) * Math.log(1 + Math.abs(logit));
  }

  /** Returns alpha of equation 2, {@code [first words][second words]}. */
  public double[][] alpha(WordSequence first, WordSequence second) {
    return attention(Side.FIRST, states(Side.FIRST, first), states(Side.SECOND, second));
  }

  /** Returns gamma of equation 4, {@code [first words]}. */
  public double[] gamma(WordSequence first, WordSequence second) {
    return intraWeights(
        Side.FIRST, tokens(Side.FIRST, states(Side.FIRST, first), states(Side.SECOND, second)));
  }
}
