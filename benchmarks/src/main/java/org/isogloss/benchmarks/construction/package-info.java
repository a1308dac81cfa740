// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Construction of test collections from documents that are linked across languages.
 *
 * <p>{@link CollectionBuilder} states the method, that of CLIRMatrix; begin there. {@code
 * LinkedPages} groups documents into pages, {@code PageSplits} assigns pages to {@link Split}s,
 * {@code QueryConstruction} makes the queries: {@code DocumentIndex} ranks documents, {@code
 * RelevanceGrades} cuts scores into grades by {@code NaturalBreaks}, and {@code CandidateSelection}
 * carries grades over the links. A {@code CollectionWriter} writes one {@link CollectionFormat}.
 * {@link CollectionStatistics} are computed on the way and shown as JSON and HTML.
 */
package org.isogloss.benchmarks.construction;
