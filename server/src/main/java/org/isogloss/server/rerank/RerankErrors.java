// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.rerank;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.RequestException;

/**
 * Errors with the keys of all interfaces: {@code message} is Cohere's, {@code detail} Jina's and
 * Voyage's, {@code error} and {@code error_type} those of text-embeddings-inference.
 */
final class RerankErrors implements ErrorFormat {
  @Override
  public Reply format(RequestException error) {
    return Reply.json(
        error.reason().status(),
        JsonNodeFactory.instance
            .objectNode()
            .put("message", error.getMessage())
            .put("detail", error.getMessage())
            .put("error", error.getMessage())
            .put("error_type", error.reason().code()));
  }
}
