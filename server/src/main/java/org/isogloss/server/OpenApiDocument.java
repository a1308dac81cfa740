// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Route;

/** The description of all routes at {@code /openapi.yaml}, a resource of this package. */
final class OpenApiDocument {
  private final Reply reply;

  OpenApiDocument() {
    try (InputStream in = OpenApiDocument.class.getResourceAsStream("openapi.yaml")) {
      reply = Reply.bytes(200, "application/yaml", in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/openapi.yaml",
            Access.PUBLIC,
            ErrorFormat.PROBLEM_DETAILS,
            Route.Execution.CONNECTION,
            request -> reply));
  }
}
