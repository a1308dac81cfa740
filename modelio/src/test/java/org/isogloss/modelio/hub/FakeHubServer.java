// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.hub;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.json.JsonFile;

/**
 * A local hub that serves one folder as {@code org/small}, with large files on a second server as
 * on real hubs. It can be configured to misbehave.
 */
final class FakeHubServer implements AutoCloseable {
  static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  private static final int LARGE = 10_000;

  /** Faults with which a file is served, in order, before it is served correctly. */
  sealed interface Fault {
    /** The connection ends after a number of bytes. */
    record Cut(int bytes) implements Fault {}

    /**
     * No data is sent after a number of bytes, but the connection remains open until the server is
     * closed.
     */
    record Silence(int bytes) implements Fault {}

    /** A response without a file. */
    record Status(int status) implements Fault {}

    /** The whole file, even if a range was requested. */
    record Whole() implements Fault {}

    /** The same number of different bytes. */
    record Damaged() implements Fault {}

    /** More bytes than announced. */
    record Longer() implements Fault {}

    /** An endless response about the model. */
    record Endless() implements Fault {}

    /** Redirects to another address. */
    record Redirect(String location) implements Fault {}
  }

  private final Path folder;
  private final Path downloads;
  private final HttpServer hub = server();
  private final HttpServer store = server();
  private final Map<String, List<Fault>> faults = new HashMap<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ExecutorService handlers = Executors.newCachedThreadPool();

  /** {@code METHOD path range} of each request. */
  final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  /** The Authorization headers received by the hub and by the store. */
  final List<String> hubTokens = Collections.synchronizedList(new ArrayList<>());

  final List<String> storeTokens = Collections.synchronizedList(new ArrayList<>());

  /**
   * Starts the server.
   *
   * @param folder the model
   * @param downloads where the client stores files while it downloads them
   */
  FakeHubServer(Path folder, Path downloads) {
    this.folder = folder;
    this.downloads = downloads;
    hub.createContext("/api/models/org/small/revision/", handled(this::handleModelInfo, hubTokens));
    hub.createContext("/org/small/resolve/" + COMMIT + "/", handled(this::resolve, hubTokens));
    store.createContext("/", handled(this::resolve, storeTokens));
    // A silent handler blocks its thread; others must be served in the meantime.
    hub.setExecutor(handlers);
    store.setExecutor(handlers);
    hub.start();
    store.start();
  }

  private interface Handler {
    void handle(HttpExchange exchange) throws IOException;
  }

  private com.sun.net.httpserver.HttpHandler handled(Handler handler, List<String> tokens) {
    return exchange -> {
      String range = exchange.getRequestHeaders().getFirst("Range");
      requests.add(exchange.getRequestURI().getPath() + (range == null ? "" : " " + range));
      String token = exchange.getRequestHeaders().getFirst("Authorization");
      if (token != null) {
        tokens.add(token);
      }
      try (exchange) {
        handler.handle(exchange);
      }
    };
  }

  private static HttpServer server() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  URI address() {
    return URI.create(address(hub));
  }

  private static String address(HttpServer server) {
    return "http://" + server.getAddress().getHostString() + ":" + server.getAddress().getPort();
  }

  void misbehave(String file, Fault... more) {
    faults.computeIfAbsent(file, f -> new ArrayList<>()).addAll(Arrays.asList(more));
  }

  private Fault next(String file) {
    List<Fault> left = faults.getOrDefault(file, List.of());
    return left.isEmpty() ? new Fault.Cut(Integer.MAX_VALUE) : left.removeFirst();
  }

  private void handleModelInfo(HttpExchange exchange) throws IOException {
    Fault fault = next("about");
    if (fault instanceof Fault.Status answer) {
      exchange.getResponseHeaders().add("Retry-After", "0");
      exchange.sendResponseHeaders(answer.status(), -1);
      return;
    }
    if (fault instanceof Fault.Endless) {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write('[');
      byte[] more = "{},".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
      while (ended.getCount() > 0) {
        exchange.getResponseBody().write(more);
      }
      return;
    }
    if (!exchange.getRequestURI().getPath().endsWith("/main")) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    ObjectNode handleModelInfo = JsonFile.MAPPER.createObjectNode().put("sha", COMMIT);
    handleModelInfo.putObject("cardData").put("license", "mit");
    ArrayNode files = handleModelInfo.putArray("siblings");
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        byte[] bytes = Files.readAllBytes(file);
        ObjectNode entry =
            files
                .addObject()
                .put("rfilename", folder.relativize(file).toString().replace('\\', '/'))
                .put("size", bytes.length);
        MessageDigest blob = Checksums.sha1();
        blob.update(("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII));
        blob.update(bytes);
        entry.put("blobId", Checksums.hex(blob));
        if (bytes.length >= LARGE) {
          entry.put("blobId", "0".repeat(40));
          entry.putObject("lfs").put("sha256", Checksums.sha256(file)).put("size", bytes.length);
        }
      }
    }
    byte[] body = JsonFile.MAPPER.writeValueAsBytes(handleModelInfo);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  private void resolve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean isHub = exchange.getLocalAddress().getPort() == hub.getAddress().getPort();
    String name =
        isHub ? path.substring(path.indexOf(COMMIT) + COMMIT.length() + 1) : path.substring(1);
    byte[] bytes = Files.readAllBytes(folder.resolve(name));
    if (isHub && bytes.length >= LARGE) {
      exchange.getResponseHeaders().add("Location", address(store) + "/" + name);
      exchange.sendResponseHeaders(302, -1);
      return;
    }
    serve(exchange, bytes, next(name));
  }

  private void serve(HttpExchange exchange, byte[] file, Fault fault) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    int from = range == null ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
    byte[] bytes = file;
    int cut = Integer.MAX_VALUE;
    switch (fault) {
      case Fault.Status answer -> {
        exchange.sendResponseHeaders(answer.status(), -1);
        return;
      }
      case Fault.Redirect elsewhere -> {
        exchange.getResponseHeaders().add("Location", elsewhere.location());
        exchange.sendResponseHeaders(302, -1);
        return;
      }
      case Fault.Cut after -> cut = after.bytes();
      case Fault.Silence after -> cut = after.bytes();
      case Fault.Whole whole -> from = 0;
      case Fault.Damaged damaged -> bytes = new byte[file.length];
      case Fault.Endless endless -> throw new IllegalArgumentException("only of the model");
      case Fault.Longer longer -> bytes = Arrays.copyOf(file, file.length + 5);
    }
    if (from > 0) {
      exchange
          .getResponseHeaders()
          .add("Content-Range", "bytes " + from + "-" + (bytes.length - 1) + "/" + bytes.length);
    }
    exchange.sendResponseHeaders(from > 0 ? 206 : 200, bytes.length - from);
    OutputStream body = exchange.getResponseBody();
    body.write(bytes, from, Math.min(cut, bytes.length - from));
    body.flush();
    if (fault instanceof Fault.Silence) {
      awaitEnd();
    } else if (cut < bytes.length - from) {
      awaitArrival(exchange.getRequestURI().getPath(), from + cut);
    }
  }

  /** Waits until the client has stored the data, because it drops what it has not yet read. */
  private void awaitArrival(String path, long size) throws IOException {
    Path part = downloads.resolve(path.substring(path.lastIndexOf('/') + 1) + ".part");
    while (size > 0 && ended.getCount() > 0 && !(Files.exists(part) && Files.size(part) >= size)) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void awaitEnd() {
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ended.countDown();
    hub.stop(0);
    store.stop(0);
    handlers.shutdown();
  }
}
