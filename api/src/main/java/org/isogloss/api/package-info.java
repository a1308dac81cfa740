// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What searches return.
 *
 * <p>{@link TermMatch} states which word of a passage matched which word of the query in a lexical
 * retriever, {@link WordMatch} which one by vectors, and {@link WordAttribution} what a word
 * contributes to the score of a re-ranker. {@link Snippet} is a short part of a passage with
 * highlights. {@link FacetCount} counts the documents that have a value of a field.
 */
package org.isogloss.api;
