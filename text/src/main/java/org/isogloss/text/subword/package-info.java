// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Subword tokenizers that return the same ids as the library {@code tokenizers} of Hugging Face.
 *
 * <p>{@link WordPieceTokenizer} is BERT's: text is split into words by {@link
 * BertCharacterClasses}, then each word greedily into the longest tokens of the vocabulary. {@link
 * UnigramTokenizer} is SentencePiece's: {@link TextNormalizer} steps are applied to an {@link
 * AlignedText}, which keeps the offsets into the original, then {@link UnigramLattice} finds the
 * most probable segmentation of each word by Viterbi's algorithm. Both look tokens up in a {@link
 * TokenTrie}. {@link BpeTokenizer} merges the bytes or characters of a {@link BpeWord} in the order
 * of a {@link MergeTable}. {@link SentencePieceModel} reads the files of the program SentencePiece
 * itself and returns its pieces. Begin with the three tokenizer classes.
 */
package org.isogloss.text.subword;
