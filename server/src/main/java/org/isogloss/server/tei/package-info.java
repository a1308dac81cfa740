// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The interface of Hugging Face's text-embeddings-inference (TEI), so that its clients work
 * unchanged.
 */
package org.isogloss.server.tei;
