// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Smaller models.
 *
 * <p>{@link LayerPruning} writes a model folder with some of the layers of a transformer, and with
 * a word embedding of lower rank ({@link LowRankEmbedding}). {@link Int4Quantization} rounds
 * embedding rows during training as they will be rounded by 4-bit export (quantization-aware
 * training). Begin with {@link LayerPruning}.
 */
package org.isogloss.neural.compression;
