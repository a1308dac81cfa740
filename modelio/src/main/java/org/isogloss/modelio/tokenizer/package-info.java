// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Tokenizer files in the formats of Hugging Face.
 *
 * <p>{@link HuggingFaceTokenizerReader} builds a WordPiece or Unigram tokenizer from {@code
 * tokenizer.json}; {@link TokenizerJsonFile} parses the file in one pass, {@link
 * TokenizerPreprocessing} and {@link SpecialTokenTemplate} interpret its normalisation steps and
 * its post-processor. {@link TokenizerFiles} names the files and writes those of a BERT tokenizer;
 * {@link TokenizerTrimming} rewrites them for a smaller vocabulary. A setting that would change
 * token ids and is not supported is an error.
 */
package org.isogloss.modelio.tokenizer;
