// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.Indexer;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.storage.IndexUnavailableException;
import org.isogloss.search.storage.OpenIndex;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server that cannot answer searches, or soon will not, says to load balancers. */
class ReadinessTest {
  @TempDir private Path folder;

  @BeforeEach
  void index() {
    try (SearchEngine engine = SearchEngine.at(folder).withoutVectors().openOrCreate()) {
      engine.index(List.of(new Document("a", Language.of("en"), "", "a word")));
    }
  }

  private static int ready(TestServer server) {
    return server.get("/health/ready").statusCode();
  }

  @Test
  void isNotReadyWhileTheStorageOfAnIndexIsAway() {
    AtomicBoolean away = new AtomicBoolean();
    try (RecordedLog log = new RecordedLog();
        TestServer server =
            TestServer.of(
                SearchServer.builder()
                    .index("words", unreliable(IndexLocations.of(folder), away))
                    .port(0)
                    .refreshInterval(Duration.ofMillis(50))
                    .start())) {
      assertThat(ready(server)).isEqualTo(200);
      away.set(true);
      Waiting.until(() -> ready(server) == 503);
      for (int i = 0; i < 3; i++) {
        HttpResponse<String> search = server.get("/api/search?query=word");
        assertThat(search.statusCode()).isEqualTo(503);
        assertThat(search.headers().firstValue("Retry-After")).hasValue("10");
        assertThat(search.body()).contains("the index words is not available");
      }
      HttpResponse<String> put =
          server.send("PUT", "/api/documents/b", "application/json", "{\"text\": \"b\"}");
      assertThat(put.statusCode()).isEqualTo(503);
      assertThat(put.headers().firstValue("Retry-After")).isPresent();
      assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
      assertThat(server.get("/metrics").statusCode()).isEqualTo(200);
      assertThat(log.records().stream().map(LogRecord::getMessage))
          .filteredOn(line -> line.contains("is not available"))
          .hasSize(1);

      away.set(false);
      Waiting.until(() -> ready(server) == 200);
      assertThat(server.get("/api/search?query=word").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void isNotReadyIfAFileOfAnIndexIsDamaged() throws Exception {
    try (TestServer server =
        TestServer.of(
            SearchServer.builder()
                .index("words", folder)
                .port(0)
                .refreshInterval(Duration.ofMillis(50))
                .start())) {
      assertThat(ready(server)).isEqualTo(200);
      damage("word");
      try (Indexer indexer = Indexer.at(folder).open()) {
        indexer.index(
            DocumentSource.of(List.of(new Document("b", Language.of("en"), "", "another one"))));
      }
      Waiting.until(() -> ready(server) == 503);
      assertThat(server.get("/health/ready").body()).contains("damaged");
      assertThat(server.get("/api/search?query=word").statusCode()).isEqualTo(500);
    }
  }

  /** Flips a bit of a term, which changes what searches find, but no structure. */
  private void damage(String term) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("lucene"))) {
      for (Path file : files.toList()) {
        byte[] bytes = Files.readAllBytes(file);
        int position = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(term);
        if (position >= 0) {
          bytes[position] ^= 1;
          Files.write(file, bytes, StandardOpenOption.WRITE);
          return;
        }
      }
    }
    throw new AssertionError("no file contains " + term);
  }

  @Test
  void isNotReadyButAnswersUntilTheDrainDelayHasPassed() throws Exception {
    SearchServer server =
        SearchServer.builder().index("words", folder).port(0).drain(Duration.ofHours(1)).start();
    try (TestServer client = TestServer.of(server)) {
      Thread closing = Thread.ofPlatform().start(server::close);
      Waiting.until(() -> ready(client) == 503);
      assertThat(client.get("/health/ready").body()).contains("stopping");
      assertThat(client.get("/api/search?query=word").statusCode()).isEqualTo(200);
      closing.interrupt(); // As if the delay had passed.
      server.awaitClosed();
    }
  }

  @Test
  void isAliveButNotReadyWhileIndexesAreBeingOpened() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    Map<String, HttpResponse<String>> replies = new HashMap<>();
    ServerBuilder builder =
        SearchServer.builder()
            .index("words", folder)
            .port(0)
            .whenListening(
                port -> {
                  for (String path : List.of("/health/live", "/health/ready", "/api/indexes")) {
                    URI uri = URI.create("http://127.0.0.1:" + port + path);
                    replies.put(
                        path,
                        client
                            .sendAsync(
                                HttpRequest.newBuilder(uri).build(),
                                HttpResponse.BodyHandlers.ofString())
                            .join());
                  }
                });
    try (TestServer server = TestServer.of(builder.start())) {
      assertThat(replies.get("/health/live").statusCode()).isEqualTo(200);
      assertThat(replies.get("/health/ready").statusCode()).isEqualTo(503);
      assertThat(replies.get("/health/ready").body()).contains("starting");
      assertThat(replies.get("/api/indexes").statusCode()).isEqualTo(503);
      assertThat(replies.get("/api/indexes").body())
          .contains("the server is opening its indexes and models");
      assertThat(replies.get("/api/indexes").headers().firstValue("Retry-After")).hasValue("2");
      assertThat(ready(server)).isEqualTo(200);
      assertThat(server.get("/api/indexes").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void closesThePortIfAnIndexCannotBeOpened() {
    AtomicInteger port = new AtomicInteger();
    ServerBuilder builder =
        SearchServer.builder()
            .index("words", folder.resolve("missing"))
            .port(0)
            .whenListening(port::set);
    assertThatThrownBy(builder::start).isInstanceOf(IsoglossException.class);
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port.get()).close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void reportsAPortThatAnotherProgramUses() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ServerBuilder builder =
          SearchServer.builder().index("words", folder).port(taken.getLocalPort());
      assertThatThrownBy(builder::start)
          .isInstanceOf(IsoglossException.class)
          .hasMessageStartingWith(
              "cannot listen at port " + taken.getLocalPort() + " of 127.0.0.1: ")
          .hasMessageEndingWith("; choose another port");
    }
    SearchServer.builder().index("words", folder).port(0).start().close();
  }

  /** Returns a storage of which no part answers while it is unavailable. */
  private static IndexLocation unreliable(IndexLocation location, AtomicBoolean away) {
    return (IndexLocation) unreliable(location, IndexLocation.class, away);
  }

  private static Object unreliable(Object part, Class<?> type, AtomicBoolean away) {
    if (part instanceof Optional<?> optional) {
      return optional.map(
          value -> value instanceof OpenIndex ? unreliable(value, OpenIndex.class, away) : value);
    }
    if (!type.isInterface()
        || !type.getName().matches("org\\.isogloss\\.search\\.(storage|reader).*")) {
      return part;
    }
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (method.getName().equals("equals")) {
            return proxy == arguments[0];
          }
          if (away.get() && !method.getName().matches("name|folder|hashCode|toString|close")) {
            throw new IndexUnavailableException("the storage is unavailable");
          }
          try {
            return unreliable(method.invoke(part, arguments), method.getReturnType(), away);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }
}
