// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.sentence;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.util.DotProducts;
import org.isogloss.core.util.UnitVectors;

/**
 * The vectors of a document: of every sentence, and of every two consecutive sentences.
 *
 * @param single unit vectors {@code [sentences, dimension]}
 * @param joint unit vectors of sentences {@code i} and {@code i + 1}; empty if only single ones are
 *     compared
 */
record DocumentVectors(float[][] single, float[][] joint) {
  private static final int BATCH_SIZE = 256;

  static DocumentVectors encode(List<String> sentences, Encoder encoder) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i + 1 < sentences.size(); i++) {
      pairs.add(sentences.get(i) + " " + sentences.get(i + 1));
    }
    return new DocumentVectors(vectors(sentences, encoder), vectors(pairs, encoder));
  }

  private static float[][] vectors(List<String> texts, Encoder encoder) {
    List<float[]> vectors = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += BATCH_SIZE) {
      List<String> batch = texts.subList(from, Math.min(from + BATCH_SIZE, texts.size()));
      // Both sides are sentences, so both are encoded as queries.
      vectors.addAll(List.of(encoder.encode(batch, Role.QUERY)));
    }
    return vectors.toArray(float[][]::new);
  }

  int size() {
    return single.length;
  }

  float[] vector(int start, int count) {
    return count == 1 ? single[start] : joint[start];
  }

  /** The same document with half as many sentences, each the mean of two. */
  DocumentVectors halved() {
    float[][] halved = new float[(size() + 1) / 2][];
    for (int i = 0; i < halved.length; i++) {
      float[] mean = single[2 * i].clone();
      if (2 * i + 1 < size()) {
        float[] other = single[2 * i + 1];
        for (int d = 0; d < mean.length; d++) {
          mean[d] += other[d];
        }
      }
      halved[i] = UnitVectors.normalize(mean);
    }
    return new DocumentVectors(halved, new float[0][]);
  }

  /** Draws sentences with replacement. */
  float[][] sample(int count, SplittableRandom random) {
    float[][] sample = new float[count][];
    for (int i = 0; i < count; i++) {
      sample[i] = single[random.nextInt(size())];
    }
    return sample;
  }

  /** The mean of 1 minus the cosine of a vector with those of a sample. */
  static double meanDistance(float[] vector, float[][] sample) {
    double sum = 0;
    for (float[] other : sample) {
      sum += distance(vector, other);
    }
    return sum / sample.length;
  }

  static double distance(float[] a, float[] b) {
    return Math.max(0, 1 - DotProducts.inSinglePrecision(a, b));
  }
}
