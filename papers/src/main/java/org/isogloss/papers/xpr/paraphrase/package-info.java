// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Sentence pairs for extended pre-training, cross-lingual paraphrase identification (section IV-B
 * of the paper).
 *
 * <p>{@link BilingualSentenceReader} reads sentences in both languages from bitext, {@link
 * ParaphraseClusters} finds sentences with the same meaning, {@link ParaphrasePairSampler} samples
 * positive and negative pairs, and {@link HeldOutSentences} keeps sentences for validation. Begin
 * with {@link ParaphrasePairSampler}.
 */
package org.isogloss.papers.xpr.paraphrase;
