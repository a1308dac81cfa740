package org.isogloss.lexical.alignment;

import java.util.Arrays;

/**
 * The hidden Markov model of alignment (Vogel, Ney and Tillmann 1996) with a null word for each
 * position (Och and Ney 2003, section 2.1.4): where the target word before translated source
 * position i', this one translates position i with probability {@code (1 - n) p(i | i', l)}, or
 * nothing with probability n, which leaves the position at i'.
 *
 * <p>Forward and backward in single precision, each place scaled to a sum of 1. Positions with less
 * than {@link #LEAST_MASS} are passed over, which are nearly all of them.
 */
final class HmmPosteriors extends LinkPosteriors {
  private static final float LEAST_MASS = 1e-7f;

  /** {@code [targetLength + 1, sourceLength + 1]}: where the position is, -1 first. */
  private float[] mass = new float[0];

  /** {@code [targetLength, sourceLength]}: how much of the mass got there by a translation. */
  private float[] moved = new float[0];

  private float[] scales = new float[0];
  private float[] ahead = new float[0];
  private float[] aheadBefore = new float[0];
  private float[] onward = new float[0];

  /** {@code [sourceLength + 1, sourceLength]}: expected moves but for the jump probability. */
  private float[] moves = new float[0];

  @Override
  double compute(DirectionalModel model, int sentence, double[] jumps) {
    model.fill(emissions, sentence);
    int sourceLength = emissions.sourceLength();
    resize(sourceLength, emissions.targetLength());
    reserve(sourceLength, emissions.targetLength());
    float[] positions = model.jumps().forLength(sourceLength);
    double logLikelihood = forward(positions, model.nullProbability());
    backward(positions, model.nullProbability());
    for (int from = 0; from <= sourceLength; from++) {
      for (int to = 0; to < sourceLength; to++) {
        int at = from * sourceLength + to;
        jumps[JumpDistribution.bucket(to + 1 - from)] += moves[at] * positions[at];
      }
    }
    return logLikelihood;
  }

  private void reserve(int sourceLength, int targetLength) {
    if (mass.length < (targetLength + 1) * (sourceLength + 1)) {
      mass = new float[(targetLength + 1) * (sourceLength + 1)];
      moved = new float[targetLength * sourceLength];
    }
    if (moved.length < targetLength * sourceLength) {
      moved = new float[targetLength * sourceLength];
    }
    if (scales.length < targetLength) {
      scales = new float[targetLength];
    }
    if (ahead.length < sourceLength + 1) {
      ahead = new float[sourceLength + 1];
      aheadBefore = new float[sourceLength + 1];
      onward = new float[sourceLength];
      moves = new float[(sourceLength + 1) * sourceLength];
    }
    Arrays.fill(moves, 0, (sourceLength + 1) * sourceLength, 0);
    Arrays.fill(mass, 0, sourceLength + 1, 0);
    mass[0] = 1;
  }

  private double forward(float[] positions, float nullProbability) {
    int l = emissions.sourceLength();
    double logLikelihood = 0;
    for (int j = 0; j < emissions.targetLength(); j++) {
      int before = j * (l + 1);
      int now = before + l + 1;
      int movedNow = j * l;
      Arrays.fill(moved, movedNow, movedNow + l, 0);
      for (int from = 0; from <= l; from++) {
        float there = mass[before + from];
        if (there > LEAST_MASS) {
          addScaled(positions, from * l, there, moved, movedNow, l);
        }
      }
      float sum = 0;
      for (int i = 0; i < l; i++) {
        moved[movedNow + i] *= (1 - nullProbability) * emissions.probabilities()[movedNow + i];
        sum += moved[movedNow + i];
      }
      float stay = nullProbability * emissions.nullProbabilities()[j];
      for (int from = 0; from <= l; from++) {
        mass[now + from] = mass[before + from] * stay;
        sum += mass[now + from];
      }
      float scale = 1 / sum;
      mass[now] *= scale;
      for (int i = 0; i < l; i++) {
        moved[movedNow + i] *= scale;
        mass[now + 1 + i] = mass[now + 1 + i] * scale + moved[movedNow + i];
      }
      scales[j] = scale;
      logLikelihood += Math.log(sum);
    }
    return logLikelihood;
  }

  private static void addScaled(
      float[] from, int at, float factor, float[] to, int toAt, int length) {
    for (int i = 0; i < length; i++) {
      to[toAt + i] += factor * from[at + i];
    }
  }

  private void backward(float[] positions, float nullProbability) {
    int l = emissions.sourceLength();
    Arrays.fill(ahead, 0, l + 1, 1);
    for (int j = emissions.targetLength() - 1; j >= 0; j--) {
      float linked = 0;
      for (int i = 0; i < l; i++) {
        float link = moved[j * l + i] * ahead[i + 1];
        links()[j * l + i] = link;
        linked += link;
        onward[i] =
            (1 - nullProbability) * scales[j] * emissions.probabilities()[j * l + i] * ahead[i + 1];
      }
      nullPosteriors()[j] = Math.max(0, 1 - linked);
      float stay = nullProbability * scales[j] * emissions.nullProbabilities()[j];
      int before = j * (l + 1);
      for (int from = 0; from <= l; from++) {
        float there = mass[before + from];
        if (there > LEAST_MASS) {
          addScaled(onward, 0, there, moves, from * l, l);
          aheadBefore[from] = product(positions, from * l, onward, l) + stay * ahead[from];
        } else {
          aheadBefore[from] = 0;
        }
      }
      float[] other = ahead;
      ahead = aheadBefore;
      aheadBefore = other;
    }
  }

  /** In four sums, none of which waits for another. */
  private static float product(float[] a, int at, float[] b, int length) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    int i = 0;
    for (; i + 3 < length; i += 4) {
      s0 += a[at + i] * b[i];
      s1 += a[at + i + 1] * b[i + 1];
      s2 += a[at + i + 2] * b[i + 2];
      s3 += a[at + i + 3] * b[i + 3];
    }
    for (; i < length; i++) {
      s0 += a[at + i] * b[i];
    }
    return s0 + s1 + (s2 + s3);
  }
}
