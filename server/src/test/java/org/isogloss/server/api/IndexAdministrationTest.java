// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.server.TestServer;
import org.isogloss.server.Waiting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Creating, dropping, copying and renaming indexes over HTTP. */
class IndexAdministrationTest {
  @TempDir private Path folder;
  private TestServer server;

  @BeforeEach
  void start() {
    server =
        TestServer.start(folder.resolve("index"), builder -> builder.data(folder.resolve("data")));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void restart() {
    server.close();
    start();
  }

  private static void assertStatus(HttpResponse<String> response, int status, String... parts) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(List.of(parts)).allSatisfy(part -> assertThat(response.body()).contains(part));
  }

  private void create(String name) {
    assertStatus(server.put("/api/indexes/" + name, "{\"model\": \"none\"}"), 201, "created");
  }

  private void put(String index, String id, String text) {
    String document = "{\"language\": \"en\", \"text\": \"" + text + "\"}";
    assertStatus(server.put("/api/documents/" + id + "?index=" + index, document), 200, "indexed");
  }

  private List<String> find(String index, String query) {
    JsonNode reply = TestServer.json(server.get("/api/search?index=" + index + "&query=" + query));
    return reply.get("hits").findValuesAsText("id");
  }

  private List<String> names() {
    return TestServer.json(server.get("/api/indexes")).get("indexes").findValuesAsText("name");
  }

  @Test
  void createsAnIndexWithWeightsOfTerms() {
    Path models = folder.resolve("data/models");
    new SampleModel("random-sparse/splade-bert").copyInto(models);
    assertStatus(
        server.put("/api/indexes/news", "{\"model\": \"none\", \"sparse\": \"splade-bert\"}"), 201);
    put("news", "team", "Which team won the game?");
    assertStatus(
        server.get("/api/search?index=news&query=Which+team+won+the+game%3F&pipeline=sparse"),
        200,
        "\"id\":\"team\"");
    assertStatus(
        server.put("/api/indexes/other", "{\"sparse\": \"tiny\"}"),
        400,
        "expected a model that computes weights of terms");
    assertStatus(server.put("/api/indexes/other", "{\"sparse\": \"no\"}"), 404, "no model");
    assertStatus(
        server.put("/api/indexes/other", "{\"model\": \"splade-bert\"}"),
        400,
        "no vectors of texts");
    assertThat(TestServer.json(server.get("/api/models")).get("models").findValuesAsText("name"))
        .doesNotContain("splade-bert");
  }

  @Test
  void createsAnIndexWithModelAndFieldsThatRemains() {
    assertStatus(
        server.put(
            "/api/indexes/news",
            "{\"model\": \"tiny\", \"fields\": {\"published\": \"date\", \"code\": \"string\"}}"),
        201,
        "\"name\":\"news\"");
    put("news", "a", "The minister resigned.");
    restart();
    JsonNode index = TestServer.json(server.get("/api/indexes/news"));
    assertThat(index.get("model").textValue()).isEqualTo("tiny");
    assertThat(index.get("dimension").intValue()).isEqualTo(256);
    assertThat(index.get("documents").intValue()).isEqualTo(1);
    assertThat(index.get("bytes").longValue()).isPositive();
    assertThat(index.get("aliases")).isEmpty();
    assertThat(index.get("fields").toString())
        .isEqualTo("{\"code\":\"string\",\"published\":\"date\"}");
    assertThat(find("news", "minister")).containsExactly("a");
    assertStatus(
        server.put("/api/documents/b?index=news", "{\"text\": \"b\", \"published\": \"soon\"}"),
        400,
        "published");
  }

  @Test
  void refusesWhatCannotBeCreated() {
    create("news");
    assertStatus(server.put("/api/indexes/news", "{}"), 409, "there is an index");
    assertStatus(server.put("/api/indexes/NEWS", "{}"), 409, "differs only in case");
    assertStatus(server.put("/api/indexes/animals", "{}"), 409, "there is an index");
    assertStatus(server.put("/api/indexes/x", "{\"model\": \"/etc\"}"), 404, "there is no model");
    assertStatus(server.put("/api/indexes/x", "{\"model\": \"src\"}"), 404, "there is no model");
    assertStatus(server.put("/api/indexes/x", "{\"models\": \"tiny\"}"), 400, "mean model?");
    assertStatus(server.put("/api/indexes/x", "{\"fields\": {\"a\": \"text\"}}"), 400, "fields.a");
    assertStatus(server.put("/api/indexes/x", "{\"dimension\": 0}"), 400, "dimension");
    assertThat(names()).containsExactly("animals", "news");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        ".hidden",
        "a/b",
        "../x",
        "a\\b",
        "a b",
        "a*",
        "_all",
        "-a",
        "a.",
        "con",
        "NUL.txt",
        "cafe\u0301",
        "a\u0000",
        "a\u200bb"
      })
  void refusesNamesThatAreNotAllowed(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    HttpResponse<String> response = server.put("/api/indexes/" + encoded, "{\"model\": \"none\"}");
    assertThat(response.statusCode()).as(name + response.body()).isBetween(400, 405);
    assertThat(names()).containsExactly("animals");
    assertThat(folder.resolve("data/indexes")).isEmptyDirectory();
  }

  @Test
  void acceptsNamesOfAnyScriptUpToTheirLength() {
    for (String name :
        List.of(
            "\u66f8\u5eab",
            "\u0939\u093f\u0928\u094d\u0926\u0940",
            "caf\u00e9-1.0",
            "x".repeat(100))) {
      String path = "/api/indexes/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
      assertStatus(server.put(path, "{\"model\": \"none\"}"), 201);
      assertStatus(server.delete(path), 200, "dropped");
    }
    assertStatus(server.put("/api/indexes/" + "x".repeat(101), "{}"), 400, "1 to 100 letters");
    String wide = URLEncoder.encode("\u66f8".repeat(67), StandardCharsets.UTF_8);
    assertStatus(server.put("/api/indexes/" + wide, "{}"), 400, "201 bytes");
  }

  @Test
  void dropsAnIndexWithItsFiles() throws IOException {
    create("news");
    put("news", "a", "text");
    assertStatus(server.delete("/api/indexes/news"), 200, "dropped");
    assertStatus(server.get("/api/search?index=news&query=text"), 404);
    assertStatus(server.delete("/api/indexes/news"), 404);
    assertThat(folder.resolve("data/indexes")).isEmptyDirectory();
    assertThat(folder.resolve("data/unfinished")).isEmptyDirectory();
    restart();
    assertThat(names()).containsExactly("animals");
    create("news");
    assertThat(find("news", "text")).isEmpty();
  }

  @Test
  void releasesTheFilesAndThreadsOfADroppedIndex() throws IOException {
    Path open = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(open));
    create("dropped-index");
    put("dropped-index", "a", "text");
    assertThat(openFiles(open)).anyMatch(file -> file.contains("dropped-index"));
    assertStatus(server.delete("/api/indexes/dropped-index"), 200);
    assertThat(openFiles(open)).noneMatch(file -> file.contains("data/unfinished"));
    assertThat(openFiles(open)).noneMatch(file -> file.contains("dropped-index"));
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().contains("dropped-index"));
  }

  private static List<String> openFiles(Path descriptors) throws IOException {
    List<String> open = new ArrayList<>();
    try (Stream<Path> all = Files.list(descriptors)) {
      for (Path descriptor : all.toList()) {
        try {
          open.add(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException e) {
          // Closed in the meantime.
        }
      }
    }
    open.addAll(Files.readAllLines(Path.of("/proc/self/maps")));
    return open;
  }

  @Test
  void doesNotDropIndexesOfTheConfigurationOrWithAliases() {
    assertStatus(server.delete("/api/indexes/animals"), 409, "belongs to the configuration");
    create("news");
    assertStatus(server.put("/api/aliases/current", "{\"index\": \"news\"}"), 200);
    assertStatus(server.delete("/api/indexes/news"), 409, "alias current");
    assertStatus(server.delete("/api/indexes/current"), 409, "is an alias of the index news");
    assertStatus(server.delete("/api/aliases/current"), 200, "{}");
    assertStatus(server.delete("/api/indexes/news"), 200);
  }

  @Test
  void anAliasNamesAnIndexEverywhereAndMovesAtOnce() {
    create("v1");
    create("v2");
    put("v1", "one", "soup");
    put("v2", "two", "soup");
    assertStatus(server.put("/api/aliases/current", "{\"index\": \"v1\"}"), 200);
    assertThat(find("current", "soup")).containsExactly("one");
    put("current", "three", "broth");
    assertThat(find("v1", "broth")).containsExactly("three");
    assertThat(TestServer.json(server.get("/api/indexes/v1")).get("aliases").toString())
        .isEqualTo("[\"current\"]");
    assertStatus(
        server.send(
            "PATCH",
            "/api/aliases",
            "application/json",
            "{\"current\": \"v2\", \"former\": \"v1\"}"),
        200,
        "{\"current\":\"v2\",\"former\":\"v1\"}");
    restart();
    assertThat(find("current", "soup")).containsExactly("two");
    assertThat(find("former", "soup")).containsExactly("one");
    assertThat(names()).containsExactly("animals", "v1", "v2");
  }

  @Test
  void refusesAliasesThatCannotBe() {
    create("v1");
    assertStatus(server.put("/api/aliases/v1", "{\"index\": \"animals\"}"), 409, "is an index");
    assertStatus(server.put("/api/aliases/x", "{\"index\": \"none\"}"), 404, "none");
    assertStatus(server.put("/api/aliases/..", "{\"index\": \"v1\"}"), 400);
    assertStatus(server.put("/api/aliases/a", "{\"index\": \"v1\"}"), 200);
    assertStatus(server.put("/api/aliases/b", "{\"index\": \"a\"}"), 409, "alias of the index v1");
    assertStatus(server.put("/api/indexes/a", "{}"), 409, "there is an alias");
    assertStatus(server.delete("/api/aliases/b"), 404, "there is no alias");
    // One wrong change, and none is made.
    assertStatus(
        server.send(
            "PATCH", "/api/aliases", "application/json", "{\"a\": \"animals\", \"b\": \"none\"}"),
        404);
    assertStatus(server.get("/api/aliases"), 200, "{\"aliases\":{\"a\":\"v1\"}}");
  }

  @Test
  void searchesEndWellWhileAnAliasMovesAndIndexesAreDropped() throws Exception {
    create("v0");
    put("v0", "a", "soup");
    assertStatus(server.put("/api/aliases/current", "{\"index\": \"v0\"}"), 200);
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch searched = new CountDownLatch(20);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> running = new ArrayList<>();
      for (int client = 0; client < 4; client++) {
        running.add(
            clients.submit(
                () -> {
                  int count = 0;
                  while (!done.get()) {
                    HttpResponse<String> reply = server.get("/api/search?index=current&query=soup");
                    // A search may have found an index that is dropped before it begins.
                    assertThat(reply.statusCode()).as(reply.body()).isIn(200, 404);
                    if (reply.statusCode() == 404) {
                      assertThat(reply.body()).contains("was dropped");
                    } else {
                      assertThat(reply.body()).contains("\"id\":\"a\"");
                    }
                    count++;
                    searched.countDown();
                  }
                  return count;
                }));
      }
      for (int version = 1; version <= 5; version++) {
        create("v" + version);
        put("v" + version, "a", "soup");
        assertStatus(server.put("/api/aliases/current", "{\"index\": \"v" + version + "\"}"), 200);
        assertStatus(server.delete("/api/indexes/v" + (version - 1)), 200);
      }
      assertThat(searched.await(1, TimeUnit.MINUTES)).isTrue();
      done.set(true);
      for (Future<Integer> client : running) {
        assertThat(client.get()).isPositive();
      }
    }
  }

  @Test
  void aSnapshotHasTheAcknowledgedDocumentsAndBecomesAnIndex() {
    create("news");
    put("news", "a", "soup");
    assertStatus(server.put("/api/indexes/news/snapshots/monday", ""), 201, "monday");
    put("news", "b", "broth");
    put("news", "a", "bread");
    assertStatus(server.put("/api/indexes/news/snapshots/monday", ""), 409, "is a snapshot");
    JsonNode snapshot =
        TestServer.json(server.get("/api/indexes/news/snapshots")).get("snapshots").get(0);
    assertThat(snapshot.get("name").textValue()).isEqualTo("monday");
    assertThat(snapshot.get("bytes").longValue()).isPositive();
    String restore = "/api/indexes/news/snapshots/monday/restore";
    assertStatus(server.post(restore, "{\"index\": \"news\"}"), 409, "there is an index");
    assertStatus(server.post(restore, "{\"index\": \"../x\"}"), 400, "not allowed");
    assertStatus(server.delete("/api/indexes/news"), 200);
    assertStatus(server.post(restore, "{\"index\": \"again\"}"), 201, "restored");
    assertThat(find("again", "soup")).containsExactly("a");
    assertThat(find("again", "broth")).isEmpty();
    put("again", "c", "broth");
    // The snapshot is not changed by the index that was restored from it.
    assertStatus(server.post(restore, "{\"index\": \"third\"}"), 201);
    assertThat(find("third", "broth")).isEmpty();
    assertStatus(server.delete("/api/indexes/news/snapshots/monday"), 200, "deleted");
    assertStatus(server.post(restore, "{\"index\": \"fourth\"}"), 404, "has no snapshot");
    restart();
    assertThat(find("again", "broth")).containsExactly("c");
  }

  @Test
  void aSnapshotNeverReplacesAFile() throws IOException {
    create("news");
    Path taken = Files.createDirectories(folder.resolve("data/snapshots/news")).resolve("x");
    Files.writeString(taken, "mine");
    assertStatus(server.put("/api/indexes/news/snapshots/x", ""), 409);
    assertThat(taken).hasContent("mine");
    Files.createDirectory(taken.resolveSibling("empty"));
    assertStatus(server.put("/api/indexes/news/snapshots/empty", ""), 409);
    assertStatus(server.put("/api/indexes/news/snapshots/..", ""), 400);
    assertStatus(server.put("/api/indexes/none/snapshots/x", ""), 404);
  }

  @Test
  void snapshotsOfTheConfigurationsIndexesCanBeRestoredToo() {
    assertStatus(server.put("/api/indexes/animals/snapshots/s", ""), 201);
    assertStatus(
        server.post("/api/indexes/animals/snapshots/s/restore", "{\"index\": \"copy\"}"), 201);
    assertThat(find("copy", "cat")).contains("en/cat");
  }

  @Test
  void writesLinksAsJsonAndTsv() {
    assertStatus(server.put("/api/indexes/copies", "{\"model\": \"tiny\"}"), 201);
    put("copies", "a", "The minister of the interior resigned on Monday after a long debate.");
    put("copies", "b", "The minister of the interior resigned on Monday after a long debate.");
    // They are found in the background.
    Waiting.until(
        () ->
            TestServer.json(server.get("/api/indexes/copies")).path("linked_documents").intValue()
                > 0);
    HttpResponse<String> lines = server.get("/api/indexes/copies/links");
    assertStatus(lines, 200, "\"documents\":{", "\"cosine\":");
    HttpResponse<String> table =
        server.send(
            server
                .request("/api/indexes/copies/links")
                .header("Accept", "text/tab-separated-values"));
    assertThat(table.headers().firstValue("Content-Type"))
        .hasValue("text/tab-separated-values; charset=utf-8");
    assertThat(table.body())
        .isEqualTo("text\tlanguage\tid\tcosine\n1\ten\ta\t1.0000\n1\ten\tb\t1.0000\n");
    JsonNode copies = TestServer.json(server.get("/api/indexes/copies"));
    assertThat(copies.get("linked_documents").intValue()).isEqualTo(2);
    assertThat(copies.get("translated_texts").intValue()).isZero();
    create("words");
    assertStatus(server.get("/api/indexes/words/links"), 404, "were not sought");
  }

  @Test
  void hasIndexesForVectorsOfAModelThatClientsRun() {
    assertStatus(
        server.put("/api/indexes/own", "{\"model\": \"my-model\", \"dimension\": 2}"), 201);
    String north = "{\"text\": \"North.\", \"vector\": [0, 2]}";
    assertStatus(server.put("/api/documents/n?index=own", north), 200);
    assertStatus(
        server.put("/api/documents/e?index=own", "{\"text\": \"East.\", \"vector\": [1, 0]}"), 200);
    assertStatus(
        server.put("/api/documents/x?index=own", "{\"text\": \"x\"}"),
        400,
        "put documents with their vectors");
    assertStatus(
        server.put("/api/documents/x?index=own", "{\"text\": \"x\", \"vector\": [1]}"),
        400,
        "1 dimensions");
    restart();
    JsonNode hits =
        TestServer.json(server.post("/api/nearest", "{\"index\": \"own\", \"vector\": [1, 3]}"))
            .get("hits");
    assertThat(hits.findValuesAsText("id")).containsExactly("n", "e");
    assertThat(find("own", "east")).containsExactly("e");
    create("words");
    assertStatus(
        server.put("/api/documents/n?index=words", north), 400, "without a model", "no vectors");
    assertStatus(server.put("/api/indexes/tokens", "{\"model\": \"compact\"}"), 201);
  }

  @Test
  void needsAFolder() {
    try (TestServer without = TestServer.start(folder.resolve("other"))) {
      assertStatus(without.put("/api/indexes/x", "{}"), 403, "start it with one");
      assertStatus(without.put("/api/aliases/x", "{\"index\": \"animals\"}"), 403);
      assertStatus(without.put("/api/indexes/animals/snapshots/x", ""), 403);
      assertStatus(without.get("/api/aliases"), 200, "{}");
    }
  }

  @Test
  void loadsAndUnloadsModels() throws IOException {
    assertThat(models()).containsExactly("tiny");
    assertStatus(server.put("/api/models/none", ""), 404, "there is no model");
    Files.createDirectories(folder.resolve("data/models/broken"));
    HttpResponse<String> broken = server.put("/api/models/broken", "");
    assertStatus(broken, 400, "broken\\\" cannot be loaded");
    assertThat(broken.body()).doesNotContain(folder.toString());
    assertStatus(server.put("/api/models/compact", ""), 200, "\"dimension\":");
    assertThat(models()).containsExactly("tiny", "compact");
    String texts = "{\"model\": \"compact\", \"texts\": [\"a\"]}";
    assertStatus(server.post("/api/encode", texts), 200);
    restart();
    assertThat(models()).containsExactlyInAnyOrder("tiny", "compact");
    assertStatus(server.delete("/api/models/tiny"), 409, "index animals");
    assertStatus(server.delete("/api/models/compact"), 200, "unloaded");
    assertStatus(server.post("/api/encode", texts), 404, "compact");
    restart();
    assertThat(models()).containsExactly("tiny");
  }

  @Test
  void closesTheModelOfADroppedIndexUnlessItIsUsedOtherwise() {
    assertStatus(server.put("/api/indexes/a", "{\"model\": \"compact\"}"), 201);
    assertStatus(server.put("/api/indexes/b", "{\"model\": \"compact\"}"), 201);
    assertStatus(server.delete("/api/indexes/a"), 200);
    assertThat(models()).containsExactly("tiny", "compact");
    assertStatus(server.delete("/api/indexes/b"), 200);
    assertThat(models()).containsExactly("tiny");
  }

  private List<String> models() {
    return TestServer.json(server.get("/api/models")).get("models").findValuesAsText("name");
  }
}
