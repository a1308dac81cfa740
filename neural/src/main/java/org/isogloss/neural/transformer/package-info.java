// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * A transformer encoder that can be trained, of any architecture without experts and adapters.
 *
 * <p>{@link Transformer} loads the weights of a model folder with {@link TransformerOptions} and
 * computes the hidden states of a {@link TokenBatch}; its {@link Parameter}s have the names of
 * Hugging Face models. {@link TransformerLayer}, {@link EmbeddingLayer}, {@link Linear}, {@link
 * Norm} and {@link Dropout} are its parts, {@link AttentionPattern} is what attention knows about a
 * batch, and {@link ParameterSource} reads or initialises their values. {@link WordEmbeddings}
 * provides the word embedding alone. Begin with {@link Transformer}.
 */
package org.isogloss.neural.transformer;
