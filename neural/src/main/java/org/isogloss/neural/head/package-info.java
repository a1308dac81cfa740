// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Heads on a transformer encoder: {@link PoolingHead} for bi-encoders, {@link
 * SequenceClassificationHead} for cross-encoders, {@link TokenClassificationHead}, {@link
 * AnswerSpanHead} and {@link LanguageModelHead}.
 *
 * <p>{@link TokenMasking} chooses the tokens that a language model predicts and returns a {@link
 * MaskedBatch}. {@link ProjectionLayer} is a linear map that is used only in training. {@link
 * TrainedTransformer} writes an encoder and its head as a model folder. Begin with {@link Head}.
 */
package org.isogloss.neural.head;
