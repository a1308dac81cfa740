// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The input of word alignment, and its result.
 *
 * <p>{@link ParallelCorpus} holds a bitext as word numbers, tokenized by a {@link WordTokenizer};
 * {@link Vocabulary} and {@link SentenceList} are its parts. An {@link Alignment} is a set of
 * {@link AlignmentLink}s between the words of a sentence pair, in Pharaoh's format as text. The
 * aligner is in {@code alignment}, translation tables are in {@code table}, and scoring with them
 * is in {@code scoring}. Begin with {@link ParallelCorpus}.
 */
package org.isogloss.lexical;
