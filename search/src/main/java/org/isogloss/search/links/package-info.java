// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Which documents of an index are translations or copies of each other (document alignment), found
 * by the vectors of their passages when documents are indexed.
 *
 * <p>{@link DocumentLinks} is the result, a list of {@link LinkedText}s, and {@link DocumentLinker}
 * keeps it in step with an index through its {@link LinkStorage}: {@link CopyFinder} finds copies,
 * {@link PassageAligner} the passages of two languages that are mutually the best translation of
 * each other, {@link DocumentPairs} the documents with enough of them, and {@link TextClusters}
 * joins pairs to texts in several languages.
 */
package org.isogloss.search.links;
