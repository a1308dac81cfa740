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
import java.util.stream.Stream;
import org.isogloss.modelio.file.Checksums;
import org.isogloss.modelio.file.ModelJson;

/**
 * A hub on this machine that serves one folder as {@code org/small}, large files from a second
 * server as the real ones do; and that can be told to misbehave.
 */
final class FakeHubServer implements AutoCloseable {
  static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  private static final int LARGE = 10_000;

  /** How a file is served, in this order, before it is served as it should be. */
  sealed interface Mishap {
    /** The connection ends after so many bytes. */
    record Cut(int bytes) implements Mishap {}

    /** Nothing comes after so many bytes, but the connection stays until all is closed. */
    record Silence(int bytes) implements Mishap {}

    /** An answer without a file. */
    record Status(int status) implements Mishap {}

    /** All of the file, whatever was asked for. */
    record Whole() implements Mishap {}

    /** The same number of other bytes. */
    record Damaged() implements Mishap {}

    /** More bytes than announced. */
    record Longer() implements Mishap {}

    /** An answer about the model that has no end. */
    record Endless() implements Mishap {}

    /** Sends to another address. */
    record Redirect(String location) implements Mishap {}
  }

  private final Path folder;
  private final HttpServer hub = server();
  private final HttpServer store = server();
  private final Map<String, List<Mishap>> mishaps = new HashMap<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ExecutorService handlers = Executors.newCachedThreadPool();

  /** {@code METHOD path range} of each request. */
  final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  /** The Authorization headers that came to the hub, then those that came to the store. */
  final List<String> hubTokens = Collections.synchronizedList(new ArrayList<>());

  final List<String> storeTokens = Collections.synchronizedList(new ArrayList<>());

  FakeHubServer(Path folder) {
    this.folder = folder;
    hub.createContext("/api/models/org/small/revision/", handled(this::about, hubTokens));
    hub.createContext("/org/small/resolve/" + COMMIT + "/", handled(this::resolve, hubTokens));
    store.createContext("/", handled(this::resolve, storeTokens));
    // One that is silent keeps its thread; others have to be served meanwhile.
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

  void misbehave(String file, Mishap... more) {
    mishaps.computeIfAbsent(file, f -> new ArrayList<>()).addAll(Arrays.asList(more));
  }

  private Mishap next(String file) {
    List<Mishap> left = mishaps.getOrDefault(file, List.of());
    return left.isEmpty() ? new Mishap.Cut(Integer.MAX_VALUE) : left.removeFirst();
  }

  private void about(HttpExchange exchange) throws IOException {
    Mishap mishap = next("about");
    if (mishap instanceof Mishap.Status answer) {
      exchange.getResponseHeaders().add("Retry-After", "0");
      exchange.sendResponseHeaders(answer.status(), -1);
      return;
    }
    if (mishap instanceof Mishap.Endless) {
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
    ObjectNode about = ModelJson.MAPPER.createObjectNode().put("sha", COMMIT);
    about.putObject("cardData").put("license", "mit");
    ArrayNode files = about.putArray("siblings");
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
    byte[] body = ModelJson.MAPPER.writeValueAsBytes(about);
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

  private void serve(HttpExchange exchange, byte[] file, Mishap mishap) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    int from = range == null ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
    byte[] bytes = file;
    int cut = Integer.MAX_VALUE;
    switch (mishap) {
      case Mishap.Status answer -> {
        exchange.sendResponseHeaders(answer.status(), -1);
        return;
      }
      case Mishap.Redirect elsewhere -> {
        exchange.getResponseHeaders().add("Location", elsewhere.location());
        exchange.sendResponseHeaders(302, -1);
        return;
      }
      case Mishap.Cut after -> cut = after.bytes();
      case Mishap.Silence after -> cut = after.bytes();
      case Mishap.Whole whole -> from = 0;
      case Mishap.Damaged damaged -> bytes = new byte[file.length];
      case Mishap.Endless endless -> throw new IllegalArgumentException("only of the model");
      case Mishap.Longer longer -> bytes = Arrays.copyOf(file, file.length + 5);
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
    if (mishap instanceof Mishap.Silence) {
      awaitEnd();
    } else if (cut < bytes.length - from) {
      pause();
    }
  }

  /** What was sent is to arrive before the connection ends. */
  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
