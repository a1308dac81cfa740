// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.util.Cleanup;
import org.isogloss.server.http.AccessLog;
import org.isogloss.server.http.Exchange;
import org.isogloss.server.http.JsonLog;
import org.isogloss.server.http.RequestListener;

/**
 * The files to which a server appends what it did.
 *
 * @param access has a line for each request; empty if requests are not logged
 * @param queries has a line for each search; empty if searches are not logged
 */
record ServerLogs(Optional<JsonLog> access, Optional<JsonLog> queries)
    implements RequestListener, AutoCloseable {
  static final ServerLogs NONE = new ServerLogs(Optional.empty(), Optional.empty());

  /** Opens the given files. */
  static ServerLogs open(Optional<Path> access, Optional<Path> queries) {
    Optional<JsonLog> requests = access.map(ServerLogs::open);
    try {
      return new ServerLogs(requests, queries.map(ServerLogs::open));
    } catch (RuntimeException e) {
      requests.ifPresent(JsonLog::close);
      throw e;
    }
  }

  private static JsonLog open(Path file) {
    return new JsonLog(file, Clock.systemUTC());
  }

  @Override
  public void answered(Exchange exchange) {
    access.ifPresent(log -> new AccessLog(log).answered(exchange));
  }

  /** Opens the files again, after another program has renamed them. */
  void reopen() {
    Cleanup.runAll(all().stream().<Runnable>map(log -> log::reopen).toList());
  }

  @Override
  public void close() {
    all().forEach(JsonLog::close);
  }

  private List<JsonLog> all() {
    List<JsonLog> all = new ArrayList<>();
    access.ifPresent(all::add);
    queries.ifPresent(all::add);
    return all;
  }
}
