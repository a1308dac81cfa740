// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Inference of BiCLA models in plain Java.
 *
 * <p>{@link BiclaModel} encodes sentences and scores pairs of encoded sentences, so that the
 * Bi-LSTM runs once for each sentence; {@link SentenceReader} reads texts; {@code BiclaScorer} in
 * {@code runtime.rerank} is a model as a pair scorer. Begin with {@link BiclaModel}.
 */
package org.isogloss.runtime.bicla;
