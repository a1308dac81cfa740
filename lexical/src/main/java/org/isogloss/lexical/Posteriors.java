package org.isogloss.lexical;

import java.util.ArrayList;
import java.util.List;

/**
 * For one pair of sentences, how likely each target word translates each source word given both
 * sentences. Made once for each thread and computed again for each pair.
 */
abstract sealed class Posteriors permits ModelOnePosteriors, HmmPosteriors {
  /** Less likely links are not counted. */
  private static final float LEAST_COUNTED = 1e-6f;

  private float[] links = new float[0];
  private float[] nulls = new float[0];

  /** Where emissions of the sentences are found, once computed. */
  final Emissions emissions = new Emissions();

  /**
   * Computes all for a pair of sentences.
   *
   * @param jumps counts of jumps to which those of this pair are added, as {@link Jumps#newCounts}
   * @return natural logarithm of the probability of the target sentence given the source sentence
   */
  abstract double compute(DirectedModel model, int sentence, double[] jumps);

  final void resize(int sourceLength, int targetLength) {
    if (links.length < sourceLength * targetLength) {
      links = new float[sourceLength * targetLength];
    }
    if (nulls.length < targetLength) {
      nulls = new float[targetLength];
    }
  }

  /** {@code [target, source]} */
  final float[] links() {
    return links;
  }

  /** {@code [target]}: that a target word translates nothing. */
  final float[] nulls() {
    return nulls;
  }

  /** Adds the links to expected counts. */
  final void count(CountBuffer buffer) {
    int size = emissions.sourceLength() * emissions.targetLength();
    int[] slots = emissions.slots();
    for (int at = 0; at < size; at++) {
      if (links[at] > LEAST_COUNTED && slots[at] != CandidateRows.ABSENT) {
        buffer.add(slots[at], links[at]);
      }
    }
    for (int j = 0; j < emissions.targetLength(); j++) {
      if (nulls[j] > LEAST_COUNTED && emissions.nullSlots()[j] != CandidateRows.ABSENT) {
        buffer.add(emissions.nullSlots()[j], nulls[j]);
      }
    }
  }

  /**
   * The source word that each target word most likely translates.
   *
   * @return -1 for target words that most likely translate nothing
   */
  final int[] best() {
    int sourceLength = emissions.sourceLength();
    int[] best = new int[emissions.targetLength()];
    for (int j = 0; j < best.length; j++) {
      best[j] = -1;
      float most = nulls[j];
      for (int i = 0; i < sourceLength; i++) {
        if (links[j * sourceLength + i] > most) {
          most = links[j * sourceLength + i];
          best[j] = i;
        }
      }
    }
    return best;
  }

  /**
   * Multiplies the links of both directions with each other: those count that both agree on (Liang,
   * Taskar and Klein 2006, equation 5).
   */
  static void agree(Posteriors forward, Posteriors backward) {
    int sourceLength = forward.emissions.sourceLength();
    int targetLength = forward.emissions.targetLength();
    for (int j = 0; j < targetLength; j++) {
      for (int i = 0; i < sourceLength; i++) {
        float both = forward.links[j * sourceLength + i] * backward.links[i * targetLength + j];
        forward.links[j * sourceLength + i] = both;
        backward.links[i * targetLength + j] = both;
      }
    }
  }

  /**
   * The links of which {@link #agree} left so much.
   *
   * @param least the product of the probabilities of both directions
   */
  final Alignment likely(float least) {
    int sourceLength = emissions.sourceLength();
    List<Link> likely = new ArrayList<>();
    for (int j = 0; j < emissions.targetLength(); j++) {
      for (int i = 0; i < sourceLength; i++) {
        if (links[j * sourceLength + i] >= least) {
          likely.add(new Link(i, j));
        }
      }
    }
    return Alignment.of(likely);
  }
}
