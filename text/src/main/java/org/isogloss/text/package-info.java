// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The contract and the values of tokenization.
 *
 * <p>{@link Tokenizer} is the contract: it splits a text into the tokens of a model's vocabulary.
 * {@link TokenizedText} holds the tokens of one text with their offsets; {@link Encoding} holds one
 * or two texts with special tokens, as a model reads them; {@link SpecialTokens} adds these tokens.
 * The implementations are in {@code subword}; words, sentences and passages are in {@code
 * segmentation}; language identification is in {@code language}. Begin with {@link Tokenizer}.
 */
package org.isogloss.text;
