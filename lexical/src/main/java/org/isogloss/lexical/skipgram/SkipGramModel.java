// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import java.util.SplittableRandom;
import org.isogloss.core.concurrent.WorkerPool;

/**
 * The two matrices of a model, one array a row. All threads write to them without locks (Hogwild;
 * Niu, Recht, Ré and Wright, NIPS 2011).
 */
final class SkipGramModel {
  private final SubwordIndex subwords;
  private final int dimension;
  private final float[][] input;
  private final float[][] output;
  private final float[] feedback;

  private SkipGramModel(SubwordIndex subwords, int words, int dimension) {
    this.subwords = subwords;
    this.dimension = dimension;
    input = new float[subwords.rowCount()][];
    output = new float[words][];
    feedback = new float[words];
  }

  /**
   * Returns a model before training: input rows uniform between -1 / dimension and 1 / dimension,
   * output rows of zeros.
   */
  static SkipGramModel initialise(
      SubwordIndex subwords, int words, int dimension, long seed, WorkerPool workers) {
    SkipGramModel model = new SkipGramModel(subwords, words, dimension);
    long rowSeed = new SplittableRandom(seed).nextLong();
    workers.forEach(
        model.input.length,
        256,
        row -> {
          SplittableRandom random = new SplittableRandom(rowSeed + row);
          float[] values = new float[dimension];
          for (int i = 0; i < dimension; i++) {
            values[i] = (2 * random.nextFloat() - 1) / dimension;
          }
          model.input[row] = values;
        });
    for (int word = 0; word < words; word++) {
      model.output[word] = new float[dimension];
      model.feedback[word] =
          SkipGramUpdate.feedback(subwords.rows(), subwords.start(word), subwords.end(word));
    }
    return model;
  }

  SubwordIndex subwords() {
    return subwords;
  }

  int dimension() {
    return dimension;
  }

  /** Returns the rows of words, then of n-grams: {@code [subwords.rowCount(), dimension]}. */
  float[][] input() {
    return input;
  }

  /** Returns the rows of words as contexts: {@code [words, dimension]}. */
  float[][] output() {
    return output;
  }

  /** Returns {@link SkipGramUpdate#feedback(int[], int, int)} of the rows of a word. */
  float feedback(int word) {
    return feedback[word];
  }
}
