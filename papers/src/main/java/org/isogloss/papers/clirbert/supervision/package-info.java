// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Weak supervision from bitext (section 2.3 of the paper).
 *
 * <p>{@link WeakSupervision} samples examples that state whether an English word or phrase occurs
 * in the translation of a foreign sentence; begin there. {@link OccurrenceExample} is one of them,
 * {@link ClirBitext} splits the bitext into training and test sentences, and {@link
 * TrainingFrequency} groups words by the number of their training examples.
 */
package org.isogloss.papers.clirbert.supervision;
