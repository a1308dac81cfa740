// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import static java.util.Objects.requireNonNull;

/**
 * A map of vectors by t-SNE.
 *
 * @param points the map, a point for each vector
 * @param divergence the Kullback-Leibler divergence of the map in nats, from 0; by the nearest
 *     neighbours only if the map is not {@code exact}, as in scikit-learn's {@code kl_divergence_}
 * @param perplexity the perplexity, reduced if there were few vectors
 * @param exact whether the gradient was exact
 */
public record TsneResult(Points points, double divergence, double perplexity, boolean exact) {
  public TsneResult {
    requireNonNull(points, "points is null");
  }
}
