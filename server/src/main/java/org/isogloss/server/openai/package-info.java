// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** The interface of OpenAI's embeddings, so that its clients work unchanged. */
package org.isogloss.server.openai;
