// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.vector.ReproducibleDotProduct;

/**
 * The vector of a query after feedback: {@code q + w m} of unit length, where {@code m} is the mean
 * of the vector {@code v1} of the first hit and those of its likely translations, each weighted by
 * {@code exp(20 q v)}. A likely translation is the first of the {@value #HITS} hits in another
 * language with {@code v v1 >= minSimilarity}; there is at most one of each language. Without any,
 * the vector is {@code q}: another search would only move towards texts like the first hit.
 *
 * <p>The vector of a question is farther from the answers in other languages than these are from
 * each other, so that the mean of some versions of a text is closer to the others.
 */
final class FeedbackVector {
  /** Number of hits of the first search. */
  static final int HITS = 50;

  /** Sharpness of the weights of the hits. */
  private static final double SHARPNESS = 20;

  private final IndexSnapshot snapshot;
  private final Pipeline.Feedback feedback;

  FeedbackVector(IndexSnapshot snapshot, Pipeline.Feedback feedback) {
    this.snapshot = snapshot;
    this.feedback = feedback;
  }

  /**
   * Returns the vector of the second search.
   *
   * @param query the vector of the query, of unit length
   * @param first the hits of the first search
   */
  float[] of(float[] query, Ranking first) {
    List<Hit> hits = first.hits();
    List<Optional<float[]>> vectors = snapshot.stored().vectors(hits);
    if (hits.isEmpty() || vectors.getFirst().isEmpty()) {
      return query;
    }
    float[] best = vectors.getFirst().get();
    Map<String, String> languageOf = DocumentLanguages.of(snapshot, hits);
    double[] sum = new double[query.length];
    double total = 0;
    Set<String> languages = new HashSet<>();
    for (int hit = 0; hit < vectors.size(); hit++) {
      String language = languageOf.get(hits.get(hit).documentId());
      Optional<float[]> found = languages.contains(language) ? Optional.empty() : vectors.get(hit);
      if (found.isPresent()
          && ReproducibleDotProduct.dotProduct(best, found.get()) >= feedback.minSimilarity()) {
        languages.add(language);
        float[] vector = found.get();
        double weight =
            Math.exp(SHARPNESS * (ReproducibleDotProduct.dotProduct(query, vector) - 1));
        total += weight;
        for (int i = 0; i < sum.length; i++) {
          sum[i] += weight * vector[i];
        }
      }
    }
    if (languages.size() < 2) {
      return query;
    }
    float[] moved = new float[query.length];
    for (int i = 0; i < moved.length; i++) {
      moved[i] = (float) (query[i] + feedback.weight() * sum[i] / total);
    }
    return ReproducibleDotProduct.normalize(moved);
  }
}
