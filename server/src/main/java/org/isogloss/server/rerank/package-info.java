// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The re-ranking interfaces of Cohere, Jina, Voyage and Hugging Face's text-embeddings-inference,
 * which share paths and are distinguished by their keys.
 */
package org.isogloss.server.rerank;
