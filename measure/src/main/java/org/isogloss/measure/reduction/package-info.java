// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Dimensionality reduction: pictures of vectors as points of the plane.
 *
 * <p>{@link PrincipalComponents} is linear and keeps large distances; {@link Tsne} keeps
 * neighbourhoods. Both return {@link Points}, which {@code measure.report.ScatterPlot} draws.
 *
 * <p>t-SNE minimises a {@link KlDivergence} by {@link GradientDescent}: {@link ExactKlDivergence}
 * over all pairs, or {@link BarnesHutKlDivergence} over {@link SparseProbabilities} of {@link
 * Neighbours} and a {@link QuadTree}. Begin with {@link Tsne}.
 */
package org.isogloss.measure.reduction;
