// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * A transformer encoder of the BERT or XLM-RoBERTa family that can be trained.
 *
 * <p>{@link Transformer} loads the weights of a model folder as {@link TransformerOptions} says and
 * computes the hidden states of a {@link TokenBatch}; its {@link Parameter}s carry the names of
 * Hugging Face. {@link TransformerLayer}, {@code EmbeddingLayer}, {@link Linear}, {@code LayerNorm}
 * and {@link Dropout} are its parts, and {@link ParameterSource} reads or initialises their values.
 * {@code WordEmbeddings} gives access to the word embedding alone. Begin with {@link Transformer}.
 */
package org.isogloss.neural.transformer;
