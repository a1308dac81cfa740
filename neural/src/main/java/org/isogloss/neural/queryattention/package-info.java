// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * A small model that lets a query attend to the word vectors of a sentence and predicts whether the
 * query occurs in the translation of the sentence (QRANN, Zhao et al. 2019).
 *
 * <p>{@link QueryAttentionTraining} trains it from {@link AttentionExample}s with libtorch; the
 * result, {@link QueryAttentionModel}, is plain Java. {@link AttentionScoring} selects how query
 * and context are compared. Begin with {@link QueryAttentionTraining}.
 */
package org.isogloss.neural.queryattention;
