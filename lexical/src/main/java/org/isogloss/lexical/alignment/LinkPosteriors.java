// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.AlignmentLink;

/**
 * For one sentence pair, the posterior probability of each link given both sentences. Created once
 * per thread and computed again for each pair.
 */
abstract sealed class LinkPosteriors permits ModelOnePosteriors, HmmPosteriors {
  /** Links with a lower probability are not counted. */
  private static final float MIN_COUNTED = 1e-6f;

  private float[] links = new float[0];
  private float[] nullPosteriors = new float[0];

  /** The emission probabilities of the current pair. */
  final EmissionProbabilities emissions = new EmissionProbabilities();

  /**
   * Computes the posteriors for a sentence pair.
   *
   * @param jumps counts of jumps to which those of this pair are added, created by {@link
   *     JumpDistribution#newCounts}
   * @return natural logarithm of the probability of the target sentence given the source sentence
   */
  abstract double compute(
      DirectionalModel model, DirectedPairs pairs, int sentence, double[] jumps);

  final void resize(int sourceLength, int targetLength) {
    if (links.length < sourceLength * targetLength) {
      links = new float[sourceLength * targetLength];
    }
    if (nullPosteriors.length < targetLength) {
      nullPosteriors = new float[targetLength];
    }
  }

  /** Returns the posteriors of links, {@code [target, source]}. */
  final float[] links() {
    return links;
  }

  /** Returns the posteriors of the null word, {@code [target]}. */
  final float[] nullPosteriors() {
    return nullPosteriors;
  }

  /** Adds the posteriors to expected counts. */
  final void addExpectedCounts(ExpectedCountBuffer buffer) {
    int size = emissions.sourceLength() * emissions.targetLength();
    int[] slots = emissions.slots();
    for (int index = 0; index < size; index++) {
      if (links[index] > MIN_COUNTED && slots[index] != TranslationProbabilities.ABSENT) {
        buffer.add(slots[index], links[index]);
      }
    }
    for (int j = 0; j < emissions.targetLength(); j++) {
      if (nullPosteriors[j] > MIN_COUNTED
          && emissions.nullSlots()[j] != TranslationProbabilities.ABSENT) {
        buffer.add(emissions.nullSlots()[j], nullPosteriors[j]);
      }
    }
  }

  /**
   * Returns the most likely source word for each target word.
   *
   * @return positions of source words; -1 for target words that most likely have no counterpart
   */
  final int[] mostLikelySources() {
    int sourceLength = emissions.sourceLength();
    int[] best = new int[emissions.targetLength()];
    for (int j = 0; j < best.length; j++) {
      best[j] = -1;
      float max = nullPosteriors[j];
      for (int i = 0; i < sourceLength; i++) {
        if (links[j * sourceLength + i] > max) {
          max = links[j * sourceLength + i];
          best[j] = i;
        }
      }
    }
    return best;
  }

  /**
   * Multiplies the link posteriors of both directions, so that links on which both agree are
   * counted (Liang, Taskar and Klein 2006, equation 5).
   */
  static void multiply(LinkPosteriors forward, LinkPosteriors backward) {
    int sourceLength = forward.emissions.sourceLength();
    int targetLength = forward.emissions.targetLength();
    for (int j = 0; j < targetLength; j++) {
      for (int i = 0; i < sourceLength; i++) {
        float product = forward.links[j * sourceLength + i] * backward.links[i * targetLength + j];
        forward.links[j * sourceLength + i] = product;
        backward.links[i * targetLength + j] = product;
      }
    }
  }

  /**
   * Returns the links whose product of {@link #multiply} reaches a threshold.
   *
   * @param threshold the product of the probabilities of both directions
   */
  final Alignment linksAbove(float threshold) {
    int sourceLength = emissions.sourceLength();
    List<AlignmentLink> likely = new ArrayList<>();
    for (int j = 0; j < emissions.targetLength(); j++) {
      for (int i = 0; i < sourceLength; i++) {
        if (links[j * sourceLength + i] >= threshold) {
          likely.add(new AlignmentLink(i, j));
        }
      }
    }
    return Alignment.of(likely);
  }
}
