// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.tei;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.RequestException;

/**
 * Errors of text-embeddings-inference: {@code {error, error_type}}, with 400 for texts that are
 * empty, 413 for texts that are too long or too many, 422 for a request that cannot be read and 429
 * for too much load.
 */
final class TeiErrors implements ErrorFormat {
  private static final int UNPROCESSABLE = 422;

  @Override
  public Reply format(RequestException error) {
    int status =
        switch (error.reason()) {
          case INVALID -> UNPROCESSABLE;
          case TOO_LONG -> RequestException.Reason.TOO_LARGE.status();
          default -> error.reason().status();
        };
    String type =
        switch (error.reason()) {
          case OVERLOADED -> "Overloaded";
          case INVALID -> "Tokenizer";
          case EMPTY -> "Empty";
          case FAILED -> "Backend";
          case UNAVAILABLE, STORAGE_FULL -> "Unhealthy";
          default -> "Validation";
        };
    return Reply.json(
        status,
        JsonNodeFactory.instance
            .objectNode()
            .put("error", error.getMessage())
            .put("error_type", type));
  }
}
