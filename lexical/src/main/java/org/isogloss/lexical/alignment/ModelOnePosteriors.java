// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

/**
 * IBM Model 1 (Brown et al. 1993, section 4.1): each target word translates any source word, or the
 * null word, independently of positions; {@code p(f | e) = product over j of sum over i of t(f_j |
 * e_i) / (l + 1)}.
 */
final class ModelOnePosteriors extends LinkPosteriors {
  @Override
  double compute(DirectionalModel model, DirectedPairs pairs, int sentence, double[] jumps) {
    model.fill(emissions, pairs, sentence);
    int sourceLength = emissions.sourceLength();
    int targetLength = emissions.targetLength();
    resize(sourceLength, targetLength);
    float[] probabilities = emissions.probabilities();
    float[] links = links();
    double logLikelihood = -targetLength * Math.log(sourceLength + 1);
    for (int j = 0; j < targetLength; j++) {
      int from = j * sourceLength;
      float sum = emissions.nullProbabilities()[j];
      for (int i = 0; i < sourceLength; i++) {
        sum += probabilities[from + i];
      }
      float share = 1 / sum;
      for (int i = 0; i < sourceLength; i++) {
        links[from + i] = probabilities[from + i] * share;
      }
      nullPosteriors()[j] = emissions.nullProbabilities()[j] * share;
      logLikelihood += Math.log(sum);
    }
    return logLikelihood;
  }
}
