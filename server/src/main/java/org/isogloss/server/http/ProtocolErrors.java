// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.util.Locale;

/**
 * Reports requests that violate HTTP, which no route sees, as problem details. What Helidon reports
 * about them is left out, because it may quote the request.
 */
public final class ProtocolErrors implements DirectHandler {
  private ProtocolErrors() {}

  /** Returns this format for all kinds of errors. */
  public static DirectHandlers handlers() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(type, new ProtocolErrors());
    }
    return handlers.build();
  }

  private static String problem(Status status) {
    return status.equals(Status.REQUEST_TIMEOUT_408)
        ? "the head of the request arrived too slowly"
        : "the head of the request is too long, or is not valid HTTP with an encoded path";
  }

  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      String message) {
    ObjectNode problem = JsonNodeFactory.instance.objectNode();
    problem.put("type", "about:blank");
    problem.put("title", status.reasonPhrase().toLowerCase(Locale.ROOT));
    problem.put("status", status.code());
    problem.put(
        "detail",
        type == EventType.INTERNAL_ERROR ? "the server failed to answer" : problem(status));
    return TransportResponse.builder()
        .status(status)
        .headers(headers)
        .header(HeaderNames.CONTENT_TYPE, "application/problem+json")
        .header(HeaderNames.create("X-Content-Type-Options"), "nosniff")
        .keepAlive(type.keepAlive())
        .entity(problem.toString())
        .build();
  }
}
