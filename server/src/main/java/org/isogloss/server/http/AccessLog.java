// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Logs each request: client, method, path, status, bytes, milliseconds, and the ids of the request
 * and of its trace. Parameters, which may contain queries, are left out.
 *
 * @param log receives the lines
 */
public record AccessLog(JsonLog log) implements RequestListener {
  private static final double NANOS_PER_MILLISECOND = 1e6;

  @Override
  public void answered(Exchange exchange) {
    log.append(line -> put(line, exchange));
  }

  private static void put(ObjectNode line, Exchange exchange) {
    line.put("request", exchange.id());
    exchange.traceId().ifPresent(trace -> line.put("trace", trace));
    line.put("client", exchange.client());
    line.put("method", exchange.method());
    line.put("path", exchange.path());
    line.put("status", exchange.status());
    line.put("bytes", exchange.bytes());
    line.put("ms", exchange.elapsed().toNanos() / NANOS_PER_MILLISECOND);
  }
}
