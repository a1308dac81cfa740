// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.isogloss.core.Deadline;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.Route;
import org.isogloss.server.metrics.ServerMetrics;

/** Health checks and metrics, for the software that runs the server. */
final class Monitoring {
  /** The time limit of Prometheus for a scrape. */
  private static final Duration SCRAPE_LIMIT = Duration.ofSeconds(10);

  private final ServerMetrics metrics;
  private final Catalog catalog;
  private final BooleanSupplier stopping;
  private final boolean publicMetrics;

  /**
   * Creates the endpoints.
   *
   * @param stopping whether clients should turn to another server, because this one is stopping
   * @param publicMetrics whether metrics need no token
   */
  Monitoring(
      ServerMetrics metrics, Catalog catalog, BooleanSupplier stopping, boolean publicMetrics) {
    this.metrics = metrics;
    this.catalog = catalog;
    this.stopping = stopping;
    this.publicMetrics = publicMetrics;
  }

  /** Returns the health checks of a server whose indexes and models are not yet open. */
  static List<Route> whileStarting() {
    return List.of(
        live(), route("/health/ready", Access.PUBLIC, request -> status(503, "starting")));
  }

  List<Route> routes() {
    return List.of(
        live(),
        route("/health/ready", Access.PUBLIC, request -> ready()),
        route("/metrics", publicMetrics ? Access.PUBLIC : Access.READ, this::metrics));
  }

  private static Route live() {
    return route("/health/live", Access.PUBLIC, request -> status(200, "up"));
  }

  private static Route route(String path, Access access, Endpoint endpoint) {
    return new Route(
        "GET", path, access, ErrorFormat.PROBLEM_DETAILS, Route.Execution.CONNECTION, endpoint);
  }

  /** The sizes of an index whose storage does not answer in time are left out. */
  private Reply metrics(Request request) {
    request.grant().requireAll("metrics");
    return Deadline.call(SCRAPE_LIMIT, metrics::reply);
  }

  private Reply ready() {
    if (stopping.getAsBoolean()) {
      return status(503, "stopping");
    }
    if (!catalog.indexes().stream().allMatch(ServedIndex::isIntact)) {
      return status(503, "damaged");
    }
    return catalog.indexes().stream().allMatch(ServedIndex::isAvailable)
        ? status(200, "ready")
        : status(503, "unavailable");
  }

  private static Reply status(int status, String text) {
    return Reply.json(status, JsonNodeFactory.instance.objectNode().put("status", text));
  }
}
