// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What the owner of an index knows about its queries: {@link
 * org.isogloss.search.rules.SearchRules}, read from three text files, with {@link
 * org.isogloss.search.rules.Synonyms} and {@link org.isogloss.search.rules.StopWords}, which change
 * the words that {@code bm25} searches for, and {@link org.isogloss.search.rules.PinnedDocuments},
 * which come first. Start with {@code SearchRules}.
 */
package org.isogloss.search.rules;
