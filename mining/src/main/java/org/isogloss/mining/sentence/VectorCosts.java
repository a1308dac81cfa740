// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.sentence;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The costs of Thompson and Koehn (2019, <em>Vecalign: Improved sentence alignment in linear time
 * and space</em>, equation 1): one minus the cosine, times the numbers of sentences, divided by the
 * mean of the same with random sentences of the other document, so that a text that is similar to
 * everything is not a translation of anything. The cost of a sentence without a translation is the
 * {@value #DELETION_QUANTILE} quantile of the costs of pairs that are no translations. Of all
 * pairs, one in as many as the longer document has sentences may be a translation: they are taken
 * to be the cheapest ones, which matters in documents of a few sentences.
 */
final class VectorCosts implements BeadCosts {
  private static final int SAMPLE_SIZE = 100;
  private static final int DELETION_SAMPLE_SIZE = 20_000;
  private static final double DELETION_QUANTILE = 0.2;
  private static final double MIN_NORM = 1e-6;

  private final DocumentVectors source;
  private final DocumentVectors target;
  private final double[][] sourceNorms;
  private final double[][] targetNorms;
  private final double deletion;

  /** Computes the normalisation of documents with at least one sentence each. */
  VectorCosts(DocumentVectors source, DocumentVectors target, SplittableRandom random) {
    this.source = source;
    this.target = target;
    sourceNorms = norms(source, target.sample(SAMPLE_SIZE, random));
    targetNorms = norms(target, source.sample(SAMPLE_SIZE, random));
    deletion = deletionCost(random);
  }

  private static double[][] norms(DocumentVectors document, float[][] sample) {
    return new double[][] {norms(document.single(), sample), norms(document.joint(), sample)};
  }

  private static double[] norms(float[][] vectors, float[][] sample) {
    return Arrays.stream(vectors)
        .mapToDouble(vector -> DocumentVectors.meanDistance(vector, sample))
        .toArray();
  }

  private double deletionCost(SplittableRandom random) {
    long pairs = (long) source.size() * target.size();
    double[] costs = new double[(int) Math.min(DELETION_SAMPLE_SIZE, pairs)];
    for (int i = 0; i < costs.length; i++) {
      long pair = costs.length == pairs ? i : random.nextLong(pairs);
      costs[i] = cost((int) (pair / target.size()), 1, (int) (pair % target.size()), 1);
    }
    Arrays.sort(costs);
    double translations = 1.0 / Math.max(source.size(), target.size());
    double quantile = translations + DELETION_QUANTILE * (1 - translations);
    return costs[(int) (quantile * (costs.length - 1))];
  }

  @Override
  public double cost(int start, int sourceCount, int targetStart, int targetCount) {
    if (sourceCount == 0 || targetCount == 0) {
      return deletion;
    }
    double distance =
        DocumentVectors.distance(
            source.vector(start, sourceCount), target.vector(targetStart, targetCount));
    double norm = sourceNorms[sourceCount - 1][start] + targetNorms[targetCount - 1][targetStart];
    return 2 * distance * sourceCount * targetCount / Math.max(MIN_NORM, norm);
  }
}
