// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Analysis of text into index terms.
 *
 * <p>{@link LanguageAnalyzers} assigns a Lucene analyzer to each language. {@link QueryTerms}
 * analyses a query once for each language of the index, removes stop words of the query language in
 * the other languages, and infers the query language from stop words if it is not given. {@link
 * ProjectedTermStream} is a token stream with given term frequencies. Start with {@link
 * LanguageAnalyzers}.
 */
package org.isogloss.search.analysis;
