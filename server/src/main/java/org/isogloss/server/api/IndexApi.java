// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.json.IndexDescriptionJson;
import org.isogloss.core.Deadline;
import org.isogloss.engine.SearchEngine;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ChangeQueue;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.Route;

/** Describes the indexes, and refreshes them. */
public final class IndexApi {
  private final Catalog catalog;
  private final Duration timeLimit;

  /**
   * Creates the endpoints.
   *
   * @param timeLimit how long the storage of an index may take to answer
   */
  public IndexApi(Catalog catalog, Duration timeLimit) {
    this.catalog = catalog;
    this.timeLimit = timeLimit;
  }

  public List<Route> routes() {
    return List.of(
        route("GET", "/api/indexes", Access.READ, this::indexes),
        route("POST", "/api/indexes/{name}/refresh", Access.WRITE, this::refresh),
        route("POST", "/api/indexes/{name}/commit", Access.WRITE, this::commit));
  }

  private static Route route(String method, String path, Access access, Endpoint endpoint) {
    return new Route(
        method, path, access, ErrorFormat.PROBLEM_DETAILS, Route.Execution.CONNECTION, endpoint);
  }

  private Reply indexes(Request request) {
    request.requireParameters(Set.of());
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    ArrayNode indexes = reply.putArray("indexes");
    return Deadline.call(
        timeLimit,
        () -> {
          for (ServedIndex index : catalog.indexes()) {
            indexes.add(IndexDescriptionJson.write(index.describe()));
          }
          return Reply.json(reply);
        });
  }

  private Reply refresh(Request request) {
    request.requireParameters(Set.of());
    ServedIndex index = catalog.index(Optional.of(request.pathParameter("name")));
    boolean refreshed = Deadline.call(timeLimit, () -> index.use(SearchEngine::refresh));
    return Reply.json(JsonNodeFactory.instance.objectNode().put("refreshed", refreshed));
  }

  /** Waits until the changes that were accepted before are on disk. */
  private Reply commit(Request request) {
    request.requireParameters(Set.of());
    ServedIndex index = catalog.index(Optional.of(request.pathParameter("name")));
    ChangeQueue.await(index.changes().flush(timeLimit), timeLimit);
    return Reply.json(
        JsonNodeFactory.instance.objectNode().put("failed", index.changes().failedLater()));
  }
}
