// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

import java.util.Map;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaArchitecture.Direction;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.WordSequence;

/** The Bi-LSTM of the first or the second sentence of pairs, with its reduction. Thread-safe. */
final class SentenceEncoder {
  private final BiclaArchitecture architecture;
  private final LstmDirection forward;
  private final LstmDirection backward;

  /** {@code [2 H][H]}; no rows if states are not reduced. */
  private final float[][] reduction;

  SentenceEncoder(BiclaArchitecture architecture, Side side, Map<String, float[]> parameters) {
    this.architecture = architecture;
    forward = new LstmDirection(architecture, side, Direction.FORWARD, parameters);
    backward = new LstmDirection(architecture, side, Direction.BACKWARD, parameters);
    reduction =
        architecture.reduction()
            ? VectorMath.rows(
                parameters.get(architecture.reductionWeight(side)), architecture.stateSize())
            : new float[0][];
  }

  EncodedSentence encode(WordSequence sentence) {
    float[][] words = new float[sentence.length()][];
    for (int t = 0; t < words.length; t++) {
      words[t] = sentence.words().vectors().vector(sentence.rows()[t]);
    }
    float[][] states = new float[words.length][architecture.lstmSize()];
    forward.run(words, states, 0);
    backward.run(words, states, architecture.hiddenSize());
    return new EncodedSentence(architecture.reduction() ? reduce(states) : states);
  }

  private float[][] reduce(float[][] states) {
    float[][] reduced = new float[states.length][architecture.stateSize()];
    for (int t = 0; t < states.length; t++) {
      VectorMath.addProduct(states[t], reduction, reduced[t]);
    }
    return reduced;
  }
}
