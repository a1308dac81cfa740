// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Static embeddings: one vector for each token of the vocabulary.
 *
 * <p>{@link StaticEmbeddings} holds the vectors in eight bits with a scale per row, {@link
 * FloatEmbeddings} in single precision; {@link EmbeddingRows} is either. {@link Int8Quantization}
 * converts floats to eight bits and reports the error, {@link StaticModelWriter} writes the model
 * folder of a static encoder.
 */
package org.isogloss.modelio.embedding;
