// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Probabilities of relevance: {@link org.isogloss.measure.probability.PlattScaling} estimates the
 * conversion of scores to probabilities, {@link org.isogloss.measure.probability.CrossValidation}
 * does so without the hits to be judged, and {@link
 * org.isogloss.measure.probability.ReliabilityCurve} compares probabilities with what was relevant.
 * Start with {@code PlattScaling}.
 */
package org.isogloss.measure.probability;
