// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Isogloss in Spring AI, in the process of the application and over HTTP.
 *
 * <ul>
 *   <li>{@link org.isogloss.springai.IsoglossVectorStore} stores documents in an Isogloss index, in
 *       this process or at a server, and searches it with a pipeline.
 *   <li>{@link org.isogloss.springai.IsoglossEmbeddingModel} encodes texts with an Isogloss model,
 *       for the vector stores of others. {@link org.isogloss.springai.LocalEmbeddingModels} opens
 *       models in this process, {@link org.isogloss.springai.RemoteEmbeddingModels} uses those of a
 *       server.
 *   <li>{@link org.isogloss.springai.IsoglossDocumentPostProcessor} re-ranks documents that any
 *       retriever found.
 * </ul>
 *
 * <p>Begin with {@link org.isogloss.springai.IsoglossVectorStore}. What a class cannot do, such as
 * vectors of another length, is an {@link org.isogloss.core.IsoglossException}, never ignored.
 */
package org.isogloss.springai;
