// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training of skip-gram word vectors with subword n-grams (Bojanowski, Grave, Joulin and Mikolov,
 * <i>Enriching Word Vectors with Subword Information</i>, TACL 2017), as {@code fasttext skipgram}
 * does.
 *
 * <p>{@link SkipGramTrainer} trains; {@link SkipGramOptions} configures it; the result is {@link
 * SubwordVectors}, which composes vectors of any words from n-grams. A {@link TrainingText} encodes
 * the frequent words of the text as numbers. {@link SubwordNgrams} hashes the n-grams of a word
 * into buckets, and {@link SubwordIndex} gives each bucket that occurs a row of the input matrix.
 * {@link SkipGramUpdate} is the gradient step for one word and its contexts, on the {@link
 * VectorKernels} and the {@link SigmoidTable}; contexts come from {@link FrequentWordSampling} and
 * the {@link NegativeSampler}. Begin with {@link SkipGramTrainer}.
 */
package org.isogloss.lexical.skipgram;
