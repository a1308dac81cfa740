// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Implementations of the retrievers in pipelines.
 *
 * <p>Start with {@link RetrieverFactory}, which creates a retriever from a pipeline. {@link
 * LexicalRetriever} implements BM25, query likelihood, PSQ and term-by-term translation: {@link
 * QueryTranslation} provides the words of a query for each language of the index. {@link
 * DenseRetriever} searches vectors. {@link LanguageNormalizedFusion}, {@link RerankingRetriever},
 * {@link LanguageBalancing}, {@link TranslationGrouping} and {@link CompositeRetrievers} work on
 * the rankings of other retrievers.
 */
package org.isogloss.search.retrieve;
