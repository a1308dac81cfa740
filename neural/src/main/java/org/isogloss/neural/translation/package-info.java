// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Machine translation with a pretrained encoder, as HICTL's paper fine-tunes it (Wei et al. 2021,
 * sections 3.2 and 4.2).
 *
 * <p>{@link TranslationRecipe} is the recipe. {@code TranslationPairs} selects the pairs to train
 * on, {@code TranslationBatches} encodes them; {@code TranslationNetwork} computes the logits of
 * the next target token: {@code TranslationDecoder}, of {@code DecoderLayer}s with {@code
 * Attention}, on the states of the encoder, plus {@code WordSimilarities}. {@code RandomEncoder}
 * makes the encoder of the plain Transformer that a pretrained encoder is compared with. Begin with
 * {@link TranslationRecipe}, then {@code TranslationTask}.
 */
package org.isogloss.neural.translation;
