// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Probabilities of relevance: {@link org.isogloss.measure.probability.ConditionalLogit} estimates
 * the conversion of scores to probabilities, {@link
 * org.isogloss.measure.probability.CrossValidation} does so without the queries to be judged, and
 * {@link org.isogloss.measure.probability.ReliabilityCurve} compares probabilities with what was
 * relevant. Start with {@code ConditionalLogit}.
 */
package org.isogloss.measure.probability;
