// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Sentences with a tag for each word: parts of speech and named entities.
 *
 * <p>{@link TaggedSentences} reads CoNLL-U and files of columns; {@link Iob2} is the scheme of tags
 * for spans, to which all others are converted. A {@link RowLayout} states which columns contain
 * word and tag. {@link SentenceWords} reads words without tags. Begin with {@link TaggedSentences}.
 */
package org.isogloss.data.tagging;
