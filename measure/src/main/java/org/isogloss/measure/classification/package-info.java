// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Evaluation of classifiers: accuracy, precision, recall and F1 of labels.
 *
 * <p>Begin with {@link ConfusionMatrix}. Predicted scores of similarity are compared with ratings
 * by {@link org.isogloss.measure.stats.Correlation}.
 */
package org.isogloss.measure.classification;
