// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.Arrays;

/**
 * The hidden Markov model of alignment (Vogel, Ney and Tillmann 1996) with a null word for each
 * position (Och and Ney 2003, section 2.1.4): if the previous target word is aligned to source
 * position i', the current word is aligned to position i with probability {@code (1 - n) p(i | i',
 * l)}, or to the null word with probability n, in which case the position remains i'.
 *
 * <p>The forward-backward algorithm runs in single precision, and the probabilities at each target
 * word are scaled to a sum of 1. States with less mass than {@link #MIN_MASS}, which are the great
 * majority, are skipped.
 */
final class HmmPosteriors extends LinkPosteriors {
  private static final float MIN_MASS = 1e-7f;

  /**
   * Forward probabilities of source positions, {@code [targetLength + 1, sourceLength + 1]};
   * position -1 is first.
   */
  private float[] mass = new float[0];

  /**
   * The part of the forward probabilities from links, not the null word, {@code [targetLength,
   * sourceLength]}.
   */
  private float[] linkedMass = new float[0];

  private float[] scales = new float[0];
  private float[] backwardMass = new float[0];
  private float[] previousBackwardMass = new float[0];
  private float[] emissionMass = new float[0];

  /**
   * Expected transitions without the factor of the jump probability, {@code [sourceLength + 1,
   * sourceLength]}.
   */
  private float[] transitions = new float[0];

  @Override
  double compute(DirectionalModel model, DirectedPairs pairs, int sentence, double[] jumps) {
    model.fill(emissions, pairs, sentence);
    int sourceLength = emissions.sourceLength();
    resize(sourceLength, emissions.targetLength());
    reserve(sourceLength, emissions.targetLength());
    float[] positions = model.jumps().forLength(sourceLength);
    double logLikelihood = forward(positions, model.nullProbability());
    backward(positions, model.nullProbability());
    for (int from = 0; from <= sourceLength; from++) {
      for (int to = 0; to < sourceLength; to++) {
        int offset = from * sourceLength + to;
        jumps[JumpDistribution.bucket(to + 1 - from)] += transitions[offset] * positions[offset];
      }
    }
    return logLikelihood;
  }

  private void reserve(int sourceLength, int targetLength) {
    if (mass.length < (targetLength + 1) * (sourceLength + 1)) {
      mass = new float[(targetLength + 1) * (sourceLength + 1)];
      linkedMass = new float[targetLength * sourceLength];
    }
    if (linkedMass.length < targetLength * sourceLength) {
      linkedMass = new float[targetLength * sourceLength];
    }
    if (scales.length < targetLength) {
      scales = new float[targetLength];
    }
    if (backwardMass.length < sourceLength + 1) {
      backwardMass = new float[sourceLength + 1];
      previousBackwardMass = new float[sourceLength + 1];
      emissionMass = new float[sourceLength];
      transitions = new float[(sourceLength + 1) * sourceLength];
    }
    Arrays.fill(transitions, 0, (sourceLength + 1) * sourceLength, 0);
    Arrays.fill(mass, 0, sourceLength + 1, 0);
    mass[0] = 1;
  }

  private double forward(float[] positions, float nullProbability) {
    int l = emissions.sourceLength();
    double logLikelihood = 0;
    for (int j = 0; j < emissions.targetLength(); j++) {
      int previous = j * (l + 1);
      int current = previous + l + 1;
      int linkOffset = j * l;
      Arrays.fill(linkedMass, linkOffset, linkOffset + l, 0);
      for (int from = 0; from <= l; from++) {
        float stateMass = mass[previous + from];
        if (stateMass > MIN_MASS) {
          addScaled(positions, from * l, stateMass, linkedMass, linkOffset, l);
        }
      }
      float sum = 0;
      for (int i = 0; i < l; i++) {
        linkedMass[linkOffset + i] *=
            (1 - nullProbability) * emissions.probabilities()[linkOffset + i];
        sum += linkedMass[linkOffset + i];
      }
      float stay = nullProbability * emissions.nullProbabilities()[j];
      for (int from = 0; from <= l; from++) {
        mass[current + from] = mass[previous + from] * stay;
        sum += mass[current + from];
      }
      float scale = 1 / sum;
      mass[current] *= scale;
      for (int i = 0; i < l; i++) {
        linkedMass[linkOffset + i] *= scale;
        mass[current + 1 + i] = mass[current + 1 + i] * scale + linkedMass[linkOffset + i];
      }
      scales[j] = scale;
      logLikelihood += Math.log(sum);
    }
    return logLikelihood;
  }

  private static void addScaled(
      float[] from, int offset, float factor, float[] to, int toAt, int length) {
    for (int i = 0; i < length; i++) {
      to[toAt + i] += factor * from[offset + i];
    }
  }

  private void backward(float[] positions, float nullProbability) {
    int l = emissions.sourceLength();
    Arrays.fill(backwardMass, 0, l + 1, 1);
    for (int j = emissions.targetLength() - 1; j >= 0; j--) {
      float linked = 0;
      for (int i = 0; i < l; i++) {
        float link = linkedMass[j * l + i] * backwardMass[i + 1];
        links()[j * l + i] = link;
        linked += link;
        emissionMass[i] =
            (1 - nullProbability)
                * scales[j]
                * emissions.probabilities()[j * l + i]
                * backwardMass[i + 1];
      }
      nullPosteriors()[j] = Math.max(0, 1 - linked);
      float stay = nullProbability * scales[j] * emissions.nullProbabilities()[j];
      int previous = j * (l + 1);
      for (int from = 0; from <= l; from++) {
        float stateMass = mass[previous + from];
        if (stateMass > MIN_MASS) {
          addScaled(emissionMass, 0, stateMass, transitions, from * l, l);
          previousBackwardMass[from] =
              product(positions, from * l, emissionMass, l) + stay * backwardMass[from];
        } else {
          previousBackwardMass[from] = 0;
        }
      }
      float[] swap = backwardMass;
      backwardMass = previousBackwardMass;
      previousBackwardMass = swap;
    }
  }

  /** Computes a dot product in four independent sums, which processors can compute in parallel. */
  private static float product(float[] a, int offset, float[] b, int length) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    int i = 0;
    for (; i + 3 < length; i += 4) {
      s0 += a[offset + i] * b[i];
      s1 += a[offset + i + 1] * b[i + 1];
      s2 += a[offset + i + 2] * b[i + 2];
      s3 += a[offset + i + 3] * b[i + 3];
    }
    for (; i < length; i++) {
      s0 += a[offset + i] * b[i];
    }
    return s0 + s1 + (s2 + s3);
  }
}
