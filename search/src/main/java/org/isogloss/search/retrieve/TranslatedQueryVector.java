// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.search.pipeline.TranslationModels;
import org.isogloss.search.vector.ReproducibleDotProduct;

/**
 * The vector of a query and its translations: {@code (1 - w) q + w t} of unit length, where {@code
 * t} is the mean, of unit length, of the vectors of the translations. A query without translations
 * keeps its own vector.
 */
final class TranslatedQueryVector {
  private final QueryVectorCache vectors;
  private final TranslationModels models;
  private final double weight;

  /**
   * @param weight weight of the translations, above 0 and at most 1
   */
  TranslatedQueryVector(QueryVectorCache vectors, TranslationModels models, double weight) {
    this.vectors = vectors;
    this.models = models;
    this.weight = weight;
  }

  /** Returns the vector of a query, of unit length, or zero if the query has no words. */
  float[] of(Query query) {
    float[] own = vectors.get(query);
    List<float[]> translations =
        models.translate(query).stream().map(vectors::get).filter(Encoder::isNonZero).toList();
    if (translations.isEmpty() || !Encoder.isNonZero(own)) {
      return own;
    }
    float[] mean = new float[own.length];
    for (float[] translation : translations) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += translation[i];
      }
    }
    float[] unit = ReproducibleDotProduct.normalize(mean);
    float[] sum = new float[own.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = (float) ((1 - weight) * own[i] + weight * unit[i]);
    }
    return ReproducibleDotProduct.normalize(sum);
  }
}
