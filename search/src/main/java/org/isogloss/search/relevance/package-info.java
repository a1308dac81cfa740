// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The last step of a search: how probable it is that a text answers the query, and which language
 * the user prefers. {@link org.isogloss.search.relevance.TextRanker} turns the ranking of a
 * pipeline into {@link org.isogloss.search.relevance.RankedText}s with log-odds, which agree with
 * their order; a {@link org.isogloss.search.relevance.LanguagePreference} may change the order.
 * Start with {@code TextRanker}.
 */
package org.isogloss.search.relevance;
