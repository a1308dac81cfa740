// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training text.
 *
 * <p>{@link ParallelTextReader} reads the bitext and multilingual documentation that {@link
 * CorpusOptions} names, and passes sentences and pairs to a {@link SentencePairSink}. Two corpora
 * implement it: {@link TextCorpus} keeps sentences in a file and is used by transformers; {@link
 * WordCorpus} keeps sentences as words in memory and is used by static encoders, with {@link
 * WordTokenTable} for the tokens of each word. Pairs are stored by language pair as {@link
 * PairGroup}. {@link CorpusFileWriter} and {@link CorpusFileReader} define the cached binary
 * format. {@link TrainingSources} lists the files that were read, with checksums and licences, for
 * the provenance of the model. Begin with {@link ParallelTextReader}.
 */
package org.isogloss.neural.corpus;
