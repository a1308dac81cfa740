// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.embedding;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.RequestException;

/** Errors as OpenAI's clients expect them: {@code {"error": {message, type, param, code}}}. */
final class OpenAiErrors implements ErrorFormat {
  @Override
  public Reply format(RequestException error) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode details = body.putObject("error");
    details.put("message", error.getMessage());
    details.put("type", type(error));
    Optional<String> parameter = error.parameter();
    details.put("param", parameter.orElse(null));
    details.put("code", code(error));
    return Reply.json(error.reason().status(), body);
  }

  private static String type(RequestException error) {
    return switch (error.reason()) {
      case UNAUTHORIZED -> "authentication_error";
      case FORBIDDEN -> "permission_error";
      case OVERLOADED -> "rate_limit_error";
      case FAILED, UNAVAILABLE, STORAGE_FULL -> "server_error";
      default -> "invalid_request_error";
    };
  }

  private static String code(RequestException error) {
    return switch (error.reason()) {
      case UNAUTHORIZED -> "invalid_api_key";
      case NOT_FOUND -> "model_not_found";
      case OVERLOADED -> "rate_limit_exceeded";
      default -> error.reason().code();
    };
  }
}
