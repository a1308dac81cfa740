// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Significance of differences between systems, and correlation.
 *
 * <p>{@link PairedTTest} and {@link RandomizationTest} are two-tailed tests of paired values,
 * {@link HolmCorrection} adjusts p-values for multiple comparisons, {@link ConfidenceInterval}
 * estimates the interval of a mean by the bootstrap. All take one value per query, in the same
 * order for both systems. {@link Correlation} compares two series of values. Begin with {@link
 * RandomizationTest}.
 */
package org.isogloss.measure.stats;
