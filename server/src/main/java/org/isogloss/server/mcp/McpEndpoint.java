// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.Route;

/** {@code POST /mcp}: the protocol over HTTP without sessions. */
public final class McpEndpoint implements AutoCloseable {
  private final McpProtocol protocol;

  public McpEndpoint(Catalog catalog) {
    protocol = new McpProtocol(catalog);
  }

  public List<Route> routes() {
    return List.of(
        new Route(
            "POST",
            "/mcp",
            Access.READ,
            ErrorFormat.PROBLEM_DETAILS,
            Route.Execution.POOL,
            this::handle));
  }

  private Reply handle(Request request) throws IOException {
    return protocol
        .answer(request.jsonObject(), request.grant(), Optional.of(request::header))
        .map(
            answer ->
                Reply.bytes(
                    answer.status(), Reply.JSON, answer.json().getBytes(StandardCharsets.UTF_8)))
        .orElse(Reply.empty(202));
  }

  @Override
  public void close() {
    protocol.close();
  }
}
