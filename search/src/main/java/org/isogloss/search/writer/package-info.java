// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The writing side of an index.
 *
 * <p>Start with {@link IndexWriteSession}, through which documents are written wherever an index is
 * stored. {@link PassageExtractor} identifies the language of a document and splits it into
 * passages that fit the encoder; {@link PassageEncoder} computes the vectors of passages and
 * sentences.
 */
package org.isogloss.search.writer;
