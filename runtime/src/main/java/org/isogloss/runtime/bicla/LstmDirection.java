// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

import java.util.Map;
import org.isogloss.modelio.bicla.BiclaArchitecture;

/**
 * One direction of a Bi-LSTM. The matrices are transposed, so that the inner loops are vector
 * operations.
 */
final class LstmDirection {
  private final int hiddenSize;
  private final int inputSize;
  private final boolean backward;

  /** {@code [inputSize][4 H]}. */
  private final float[][] inputWeights;

  /** {@code [H][4 H]}. */
  private final float[][] stateWeights;

  /** Sum of both biases, {@code [4 H]}. */
  private final float[] bias;

  LstmDirection(
      BiclaArchitecture architecture,
      BiclaArchitecture.Side side,
      BiclaArchitecture.Direction direction,
      Map<String, float[]> parameters) {
    BiclaArchitecture.LstmParameters names = architecture.lstm(side, direction);
    hiddenSize = architecture.hiddenSize();
    inputSize = architecture.wordDimension();
    backward = direction == BiclaArchitecture.Direction.BACKWARD;
    inputWeights = transpose(parameters.get(names.inputWeight()), inputSize);
    stateWeights = transpose(parameters.get(names.stateWeight()), hiddenSize);
    bias = parameters.get(names.inputBias()).clone();
    float[] stateBias = parameters.get(names.stateBias());
    for (int i = 0; i < bias.length; i++) {
      bias[i] += stateBias[i];
    }
  }

  private static float[][] transpose(float[] matrix, int columns) {
    int rows = matrix.length / columns;
    float[][] transposed = new float[columns][rows];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        transposed[column][row] = matrix[row * columns + column];
      }
    }
    return transposed;
  }

  /**
   * Runs over a sentence.
   *
   * @param words vectors of its words
   * @param states receives the state of each word, {@code [words][2 H]}, from {@code offset}
   */
  void run(float[][] words, float[][] states, int offset) {
    float[] state = new float[hiddenSize];
    float[] cell = new float[hiddenSize];
    float[] gates = new float[4 * hiddenSize];
    for (int step = 0; step < words.length; step++) {
      int t = backward ? words.length - 1 - step : step;
      System.arraycopy(bias, 0, gates, 0, gates.length);
      VectorMath.addProduct(words[t], inputWeights, gates);
      VectorMath.addProduct(state, stateWeights, gates);
      for (int i = 0; i < hiddenSize; i++) {
        double input = sigmoid(gates[i]);
        double forget = sigmoid(gates[hiddenSize + i]);
        double candidate = Math.tanh(gates[2 * hiddenSize + i]);
        double output = sigmoid(gates[3 * hiddenSize + i]);
        cell[i] = (float) (forget * cell[i] + input * candidate);
        state[i] = (float) (output * Math.tanh(cell[i]));
      }
      System.arraycopy(state, 0, states[t], offset, hiddenSize);
    }
  }

  private static double sigmoid(float x) {
    return 1 / (1 + Math.exp(-x));
  }
}
