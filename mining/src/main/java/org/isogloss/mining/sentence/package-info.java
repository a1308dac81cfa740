// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Alignment of the sentences of two documents that are translations of each other. Both are in the
 * same order; sentences may be missing on either side, merged or split.
 *
 * <p>{@link org.isogloss.mining.sentence.SentenceAligner} finds the sequence of {@link
 * org.isogloss.mining.sentence.Bead}s with the lowest costs, by the vectors of an encoder or by the
 * lengths of the sentences.
 */
package org.isogloss.mining.sentence;
