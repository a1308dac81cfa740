// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Implementations of the interfaces of LangChain4j.
 *
 * <p>{@link org.isogloss.langchain4j.IsoglossContentRetriever} searches an index with any pipeline,
 * in this process or at a server: this is the adapter for retrieval-augmented generation over an
 * index that Isogloss has built. It needs {@code isogloss-engine} or {@code isogloss-client}; the
 * others need {@code isogloss-engine}. {@link org.isogloss.langchain4j.IsoglossEmbeddingStore}
 * stores segments whose embeddings LangChain4j computes, with {@link
 * org.isogloss.langchain4j.IsoglossEmbeddingModel} or any other model. {@link
 * org.isogloss.langchain4j.IsoglossScoringModel} is a re-ranker for results of other retrievers.
 *
 * <p>All adapters are thread-safe. Errors that a user can correct are {@link
 * org.isogloss.core.IsoglossException}s; parameters and filters that an adapter does not support
 * are rejected, not ignored.
 */
package org.isogloss.langchain4j;
