// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Answers requests with prepared replies, the last of which is repeated, and records requests. */
final class StubServer implements AutoCloseable {
  /** A prepared reply. */
  record Reply(int status, Map<String, String> headers, String body) {
    static Reply ok(String body) {
      return new Reply(200, Map.of(), body);
    }

    static Reply overloaded(String retryAfter) {
      return new Reply(
          429,
          Map.of("Retry-After", retryAfter),
          "{\"title\": \"overloaded\", \"status\": 429, \"detail\": \"try again later\"}");
    }
  }

  /** A request that was received. */
  record Received(String method, String target, Map<String, List<String>> headers, String body) {}

  private final HttpServer server;
  private final Queue<Reply> replies = new ArrayDeque<>();
  private final List<Received> received = new ArrayList<>();

  StubServer(Reply... replies) throws IOException {
    this.replies.addAll(List.of(replies));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    received.add(
        new Received(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            Map.copyOf(exchange.getRequestHeaders()),
            body));
    Reply reply = replies.size() > 1 ? replies.remove() : replies.element();
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    reply.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Answers all further requests with a reply. */
  synchronized void reply(Reply reply) {
    replies.clear();
    replies.add(reply);
  }

  synchronized List<Received> received() {
    return List.copyOf(received);
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
