// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The interfaces of OpenAI's and Cohere's embeddings, so that their clients work unchanged, and
 * those of Voyage and Jina. {@link EmbeddingsApi} and {@link CohereEmbedApi} are the endpoints,
 * {@link VectorType} the numbers of which vectors consist, also those of {@code /api/encode}.
 */
package org.isogloss.server.embedding;
