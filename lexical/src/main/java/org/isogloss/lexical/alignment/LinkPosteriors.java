package org.isogloss.lexical.alignment;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.AlignmentLink;

/**
 * For one pair of sentences, how likely each target word translates each source word given both
 * sentences. Made once for each thread and computed again for each pair.
 */
abstract sealed class LinkPosteriors permits ModelOnePosteriors, HmmPosteriors {
  /** Less likely links are not counted. */
  private static final float LEAST_COUNTED = 1e-6f;

  private float[] links = new float[0];
  private float[] nullPosteriors = new float[0];

  /** Where emissions of the sentences are found, once computed. */
  final EmissionProbabilities emissions = new EmissionProbabilities();

  /**
   * Computes all for a pair of sentences.
   *
   * @param jumps counts of jumps to which those of this pair are added, as {@link
   *     JumpDistribution#newCounts}
   * @return natural logarithm of the probability of the target sentence given the source sentence
   */
  abstract double compute(DirectionalModel model, int sentence, double[] jumps);

  final void resize(int sourceLength, int targetLength) {
    if (links.length < sourceLength * targetLength) {
      links = new float[sourceLength * targetLength];
    }
    if (nullPosteriors.length < targetLength) {
      nullPosteriors = new float[targetLength];
    }
  }

  /** {@code [target, source]} */
  final float[] links() {
    return links;
  }

  /** {@code [target]}: that a target word translates nothing. */
  final float[] nullPosteriors() {
    return nullPosteriors;
  }

  /** Adds the links to expected counts. */
  final void addExpectedCounts(ExpectedCountBuffer buffer) {
    int size = emissions.sourceLength() * emissions.targetLength();
    int[] slots = emissions.slots();
    for (int at = 0; at < size; at++) {
      if (links[at] > LEAST_COUNTED && slots[at] != TranslationProbabilities.ABSENT) {
        buffer.add(slots[at], links[at]);
      }
    }
    for (int j = 0; j < emissions.targetLength(); j++) {
      if (nullPosteriors[j] > LEAST_COUNTED
          && emissions.nullSlots()[j] != TranslationProbabilities.ABSENT) {
        buffer.add(emissions.nullSlots()[j], nullPosteriors[j]);
      }
    }
  }

  /**
   * The source word that each target word most likely translates.
   *
   * @return -1 for target words that most likely translate nothing
   */
  final int[] mostLikelySources() {
    int sourceLength = emissions.sourceLength();
    int[] best = new int[emissions.targetLength()];
    for (int j = 0; j < best.length; j++) {
      best[j] = -1;
      float most = nullPosteriors[j];
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
  static void multiply(LinkPosteriors forward, LinkPosteriors backward) {
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
   * The links of which {@link #multiply} left so much.
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
