// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** How an interface reports errors to its clients. */
@FunctionalInterface
public interface ErrorFormat {
  /** Problem details (RFC 9457), the format of Isogloss's own interface. */
  ErrorFormat PROBLEM_DETAILS =
      error -> {
        ObjectNode problem = JsonNodeFactory.instance.objectNode();
        problem.put("type", "about:blank");
        problem.put("title", error.reason().code().replace('_', ' '));
        problem.put("status", error.reason().status());
        problem.put("detail", error.getMessage());
        error.parameter().ifPresent(name -> problem.put("parameter", name));
        return Reply.json(error.reason().status(), problem)
            .withContentType("application/problem+json");
      };

  /** Returns the reply to a request that failed. */
  Reply format(RequestException error);
}
