// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.engine.SearchEngine;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentApiTest {
  @TempDir private Path folder;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start(folder.resolve("index"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> change(String method, String header, String value, String json) {
    return server.send(
        server
            .request("/api/documents/en/cat")
            .header("Content-Type", "application/json")
            .header(header, value)
            .method(method, HttpRequest.BodyPublishers.ofString(json)));
  }

  private String entityTag() {
    return server.get("/api/documents/en/cat").headers().firstValue("ETag").orElseThrow();
  }

  @Test
  void changesOnlyTheVersionThatTheClientHasRead() {
    String first = entityTag();
    assertThat(first).matches("\"[0-9a-f]{32}\"");
    assertThat(entityTag()).as("of the same version").isEqualTo(first);
    String cat =
        "{\"language\": \"en\", \"title\": \"Cats\", \"text\": \"The cat purrs.\", \"age\": 9}";
    assertThat(change("PUT", "If-Match", first, cat).statusCode()).isEqualTo(200);
    String second = entityTag();
    assertThat(second).isNotEqualTo(first);

    HttpResponse<String> late = change("PUT", "If-Match", first, cat.replace("purrs", "barks"));
    assertThat(late.statusCode()).isEqualTo(412);
    assertThat(late.body()).contains("has the version").contains("If-Match");
    assertThat(change("DELETE", "If-Match", first, "").statusCode()).isEqualTo(412);
    assertThat(change("PUT", "If-None-Match", "*", cat).statusCode()).as("exists").isEqualTo(412);
    assertThat(change("PATCH", "If-Match", first, "{\"age\": 1}").statusCode()).isEqualTo(412);
    assertThat(server.get("/api/documents/en/cat").body())
        .contains("purrs")
        .doesNotContain("barks");

    assertThat(
            server
                .send(
                    server
                        .request("/api/documents/en/cat")
                        .header("If-None-Match", "\"x\", W/" + second)
                        .GET())
                .statusCode())
        .as("not modified")
        .isEqualTo(304);
    assertThat(change("DELETE", "If-Match", "\"x\", " + second, "").statusCode()).isEqualTo(200);
    assertThat(change("PUT", "If-Match", "*", cat).statusCode()).as("gone").isEqualTo(412);
    assertThat(change("PUT", "If-None-Match", "*", cat).statusCode()).isEqualTo(200);
  }

  @Test
  void oneOfManyClientsChangesAVersion() {
    String tag = entityTag();
    List<Integer> statuses =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(i -> change("PATCH", "If-Match", tag, "{\"age\": " + (20 + i) + "}"))
            .map(HttpResponse::statusCode)
            .toList();
    assertThat(statuses).containsOnly(200, 412).containsOnlyOnce(200);
  }

  @Test
  void changesKeysOfADocument() {
    String patch = "application/merge-patch+json";
    server.send(
        "PUT",
        "/api/documents/p",
        "application/json",
        """
        {"language": "en", "title": "Cats", "text": "One sentence.\\n\\nAnother sentence.", "age": 9,
         "author": {"name": "x", "place": "y"}, "tags": ["a"]}""");
    HttpResponse<String> reply =
        server.send(
            "PATCH",
            "/api/documents/p",
            patch,
            """
            {"title": "Felines", "tags": null, "author": {"place": null}, "metadata": {"age": 10}, "new": true}""");
    assertThat(reply.body()).isEqualTo("{\"id\":\"p\",\"result\":\"indexed\"}");
    JsonNode document = TestServer.json(server.get("/api/documents/p"));
    assertThat(document.get("title").textValue()).isEqualTo("Felines");
    assertThat(document.get("metadata"))
        .hasToString("{\"age\":10,\"author.name\":\"x\",\"new\":true}");
    assertThat(document.get("passages").get(0).get("text").textValue())
        .startsWith("One sentence.")
        .endsWith("Another sentence.");
    assertThat(found("felines", "en")).contains("p");

    assertThat(server.send("PATCH", "/api/documents/gone", patch, "{}").statusCode())
        .isEqualTo(404);
    assertThat(server.send("PATCH", "/api/documents/p", patch, "{\"id\": \"q\"}").statusCode())
        .isEqualTo(400);
    assertThat(
            server
                .send("PATCH", "/api/documents/p", patch, "{\"title\": null, \"text\": null}")
                .body())
        .contains("neither title nor text");
    assertThat(server.send("PATCH", "/api/documents/p", patch, "{\"age\": \"old\"}").body())
        .contains("age");
    assertThat(TestServer.json(server.get("/api/documents/p"))).isEqualTo(document);

    server.send("PATCH", "/api/documents/p", patch, "{\"metadata\": null}");
    assertThat(TestServer.json(server.get("/api/documents/p")).path("metadata")).isEmpty();
  }

  @Test
  void changesTitleAndTextByTheNamesWithWhichTheyArePut() {
    String put = "{\"language\": \"en\", \"headline\": \"Cats\", \"body\": \"They sleep.\"}";
    server.send("PUT", "/api/documents/n", "application/json", put);
    String patch = "{\"headline\": \"Dogs\", \"body\": \"They swim.\", \"lang\": \"de\"}";
    server.send("PATCH", "/api/documents/n", "application/json", patch);
    JsonNode document = TestServer.json(server.get("/api/documents/n"));
    assertThat(document.get("title").textValue()).isEqualTo("Dogs");
    assertThat(document.get("language").textValue()).isEqualTo("de");
    assertThat(document.get("passages").get(0).get("text").textValue()).isEqualTo("They swim.");
    assertThat(document.path("metadata")).isEmpty();

    // Beside a text, the other name is a field, when a document is put and when it is changed.
    server.send(
        "PUT", "/api/documents/n", "application/json", "{\"text\": \"a\", \"body\": \"b\"}");
    server.send("PATCH", "/api/documents/n", "application/json", "{\"body\": \"c\"}");
    JsonNode both = TestServer.json(server.get("/api/documents/n"));
    assertThat(both.get("metadata").toString()).isEqualTo("{\"body\":\"c\"}");
    assertThat(both.get("passages").get(0).get("text").textValue()).isEqualTo("a");
  }

  private static String vector(int axis) {
    StringJoiner components = new StringJoiner(",", "[", "]");
    for (int i = 0; i < 256; i++) {
      components.add(i == axis ? "2.5" : "0");
    }
    return components.toString();
  }

  @Test
  void storesVectorsOfTheClient() {
    String whole = "{\"text\": \"A zeppelin.\", \"vector\": " + vector(3) + "}";
    assertThat(server.send("PUT", "/api/documents/v1", "application/json", whole).statusCode())
        .isEqualTo(200);
    String lines =
        "{\"id\": \"v2\", \"passages\": [{\"text\": \"One.\", \"vector\": "
            + vector(4)
            + "}, {\"text\": \"Two.\", \"vector\": "
            + vector(5)
            + "}]}\n{\"id\": \"v3\", \"text\": \"x\", \"vector\": [1, 2]}\n"
            + "{\"id\": \"v2b\", \"text\": \"No vector.\"}\n";
    assertThat(server.send("POST", "/api/documents", "application/x-ndjson", lines).body().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("indexed"),
            line -> assertThat(line).contains("rejected").contains("2 dimensions"),
            line -> assertThat(line).contains("indexed"));
    JsonNode hits =
        TestServer.json(server.post("/api/nearest", "{\"vector\": " + vector(5) + ", \"top\": 1}"))
            .get("hits");
    assertThat(hits.get(0).get("id").textValue()).isEqualTo("v2");
    assertThat(hits.get(0).get("passage").intValue()).isEqualTo(1);
    assertThat(hits.get(0).get("text").textValue()).isEqualTo("Two.");
    JsonNode first = TestServer.json(server.get("/api/documents/v1"));
    assertThat(first.path("metadata")).as("the vector is no field").isEmpty();
  }

  @Test
  void refusesVectorsThatCannotBe() {
    for (String wrong :
        List.of(
            "{\"text\": \"x\", \"vector\": \"up\"}",
            "{\"text\": \"x\", \"vector\": []}",
            "{\"text\": \"x\", \"vector\": [1, 2]}",
            "{\"text\": \"x\", \"vector\": [1e99]}",
            "{\"text\": \"x\", \"vector\": " + vector(999) + "}",
            "{\"text\": \"x\", \"passages\": [{\"text\": \"x\", \"vector\": " + vector(1) + "}]}",
            "{\"passages\": [{\"text\": \"x\"}]}",
            "{\"passages\": []}")) {
      HttpResponse<String> reply =
          server.send("PUT", "/api/documents/v", "application/json", wrong);
      assertThat(reply.statusCode()).as(wrong + reply.body()).isEqualTo(400);
    }
    assertThat(server.get("/api/documents/v").statusCode()).isEqualTo(404);
    HttpResponse<String> patch =
        server.send(
            "PATCH", "/api/documents/v", "application/json", "{\"vector\": " + vector(1) + "}");
    assertThat(patch.statusCode()).isEqualTo(400);
  }

  @Test
  void describesVectorsThatCannotBe() {
    assertThat(server.post("/api/nearest", "{\"vector\": []}").body())
        .contains("vector is an empty list, expected numbers");
    assertThat(server.post("/api/nearest", "{\"vector\": [" + vector(1) + "]}").body())
        .contains("vector[0] is a list, expected a number");
  }

  @Test
  void takesVectorsThatAreNullForAbsent() {
    String json = "{\"text\": \"A zeppelin.\", \"vector\": null, \"passages\": null}";
    assertThat(server.send("PUT", "/api/documents/n1", "application/json", json).body())
        .contains("indexed");
    String line = "{\"id\": \"n2\", " + json.substring(1);
    assertThat(server.send("POST", "/api/documents", "application/x-ndjson", line).body())
        .contains("indexed");
    String passages =
        "{\"text\": null, \"passages\": [{\"text\": \"x\", \"vector\": " + vector(3) + "}]}";
    assertThat(server.send("PUT", "/api/documents/n3", "application/json", passages).body())
        .contains("indexed");
  }

  @Test
  void readsListsOfNamesWithCommasInQuotationMarks() {
    String put = "{\"text\": \"The cat sleeps.\", \"a,b\": 1, \"c\": 2, \"d\": 3}";
    server.send("PUT", "/api/documents/n", "application/json", put);
    String names = "fields=%22a%2Cb%22,c&sort=%22a%2Cb%22%20desc,c&filter=%22a%2Cb%22%3E0";
    for (String path : List.of("/api/documents?", "/api/search?query=cat&")) {
      JsonNode reply = TestServer.json(server.get(path + names));
      JsonNode found = reply.has("hits") ? reply.get("hits") : reply.get("documents");
      assertThat(found.get(0).get("metadata").toString()).as(path).isEqualTo("{\"a,b\":1,\"c\":2}");
    }
  }

  @Test
  void countsAChangeOfAMissingDocumentForWhichNobodyWaits() throws IOException {
    String patch = "application/merge-patch+json";
    HttpResponse<String> reply =
        server.send("PATCH", "/api/documents/gone?durability=async", patch, "{\"age\": 1}");
    assertThat(reply.statusCode()).isEqualTo(202);
    assertThat(
            server.send("DELETE", "/api/documents/gone?durability=async", patch, "").statusCode())
        .isEqualTo(202);
    HttpResponse<String> commit = server.post("/api/indexes/animals/commit", "{}");
    assertThat(new ObjectMapper().readTree(commit.body()).path("failed").asInt()).isEqualTo(1);
  }

  @Test
  void describesAnExportWithoutItsContent() {
    HttpResponse<String> head =
        server.send(
            server
                .request("/api/documents")
                .header("Accept", "application/x-ndjson")
                .method("HEAD", HttpRequest.BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(server.get("/api/documents").statusCode()).as("same connection").isEqualTo(200);
  }

  @Test
  void listsDocumentsPageByPage() {
    JsonNode first =
        TestServer.json(
            server.get(
                "/api/documents?filter=age%20%3E%3D%209&sort=age%20desc,id&fields=age&text=false&top=2"));
    assertThat(first.get("documents").findValuesAsText("id")).hasSize(2);
    assertThat(first.get("documents").get(0).has("passages")).isFalse();
    List<String> ids = new ArrayList<>(first.get("documents").findValuesAsText("id"));
    List<Integer> ages = new ArrayList<>();
    first.get("documents").forEach(one -> ages.add(one.get("metadata").get("age").intValue()));
    JsonNode page = first;
    while (page.has("cursor")) {
      page =
          TestServer.json(
              server.get(
                  "/api/documents?filter=age%20%3E%3D%209&sort=age%20desc,id&fields=age&text=false&top=2&cursor="
                      + page.get("cursor").textValue()));
      ids.addAll(page.get("documents").findValuesAsText("id"));
      page.get("documents").forEach(one -> ages.add(one.get("metadata").get("age").intValue()));
    }
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ages).isSortedAccordingTo(Comparator.reverseOrder()).contains(9);
    assertThat(server.get("/api/documents?sort=heigth").statusCode()).isEqualTo(400);
    assertThat(server.get("/api/documents?cursor=x").statusCode()).isEqualTo(400);
    assertThat(server.get("/api/documents?top=1001").body()).contains("\"parameter\":\"top\"");
    assertThat(server.get("/api/documents?page=2").body()).contains("unknown key");
  }

  @Test
  void exportsDocumentsThatCanBePutAgain() throws IOException {
    HttpResponse<String> export =
        server.send(
            server.request("/api/documents").header("Accept", "application/x-ndjson").GET());
    assertThat(export.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
    List<JsonNode> documents = new ArrayList<>();
    for (String line : export.body().lines().toList()) {
      documents.add(new ObjectMapper().readTree(line));
    }
    assertThat(documents)
        .extracting(one -> one.get("id").textValue())
        .isSorted()
        .contains("en/cat");
    HttpResponse<String> put =
        server.send("POST", "/api/documents", "application/x-ndjson", export.body());
    assertThat(put.body().lines())
        .hasSameSizeAs(documents)
        .allMatch(line -> line.contains("indexed"));
    assertThat(
            server
                .send(
                    server
                        .request("/api/documents?top=2&text=false")
                        .header("Accept", "application/x-ndjson")
                        .GET())
                .body()
                .lines())
        .hasSize(2)
        .noneMatch(line -> line.contains("\"text\""));
  }

  @Test
  void putsGetsAndDeletesADocument() {
    String json =
        """
        {"language": "es", "title": "Gatos", "text": "El gato duerme.", "age": 4}""";
    for (int i = 0; i < 2; i++) { // The same change can be sent again.
      HttpResponse<String> put =
          server.send("PUT", "/api/documents/es%2Fcat", "application/json", json);
      assertThat(put.statusCode()).isEqualTo(200);
      assertThat(put.body()).isEqualTo("{\"id\":\"es/cat\",\"result\":\"indexed\"}");
    }
    JsonNode document = TestServer.json(server.get("/api/documents/es/cat"));
    assertThat(document.get("language").textValue()).isEqualTo("es");
    assertThat(document.get("title").textValue()).isEqualTo("Gatos");
    assertThat(document.get("metadata").get("age").intValue()).isEqualTo(4);
    assertThat(document.get("passages").findValuesAsText("text"))
        .containsExactly("El gato duerme.");
    assertThat(found("gato duerme", "es")).containsExactly("es/cat");

    assertThat(delete("es/cat").statusCode()).isEqualTo(200);
    assertThat(delete("es/cat").statusCode()).isEqualTo(404);
    assertThat(server.get("/api/documents/es/cat").statusCode()).isEqualTo(404);
    assertThat(found("gato duerme", "es")).isEmpty();
  }

  @Test
  void addressesEveryIdThatIsAllowed() {
    for (String id : List.of("a;b", "a+b", "a/b?c#d%", "\u732b".repeat(1_000))) {
      String path = "/api/documents/" + URLEncoder.encode(id, StandardCharsets.UTF_8);
      assertThat(server.send("PUT", path, "application/json", "{\"text\": \"x\"}").statusCode())
          .as(id)
          .isEqualTo(200);
      assertThat(TestServer.json(server.get(path)).get("id").textValue()).isEqualTo(id);
    }
    assertThat(server.get("/api/documents/a;b").statusCode()).isEqualTo(200);
    assertThat(server.get("/api/documents/a").statusCode()).isEqualTo(404);
  }

  @Test
  void reportsEachLineOfAStream() throws IOException {
    HttpResponse<String> response =
        stream(
            """
            {"id": "one", "text": "first"}

            no json
            {"id": "with \\u0007", "text": "x"}
            {"id": "typed", "text": "x", "age": "old"}
            {"id": "empty", "text": "  "}
            {"id": "two", "text": "second", "age": 3}
            """);
    assertThat(response.statusCode()).isEqualTo(200);
    List<JsonNode> lines = lines(response);
    assertThat(lines.stream().map(line -> line.get("line").intValue()))
        .containsExactly(1, 3, 4, 5, 6, 7);
    assertThat(lines.stream().map(line -> line.get("result").textValue()))
        .containsExactly("indexed", "rejected", "rejected", "rejected", "rejected", "indexed");
    assertThat(lines.get(1).get("detail").textValue()).contains("not JSON");
    assertThat(lines.get(2).get("detail").textValue())
        .contains("which files of ids cannot contain");
    assertThat(lines.get(3).get("detail").textValue()).contains("in this index it is a number");
    assertThat(lines.get(4).get("detail").textValue()).contains("neither title nor text");
    assertThat(server.get("/api/documents/two").statusCode()).isEqualTo(200);
  }

  @Test
  void reportsEachOfManyMalformedLines() throws IOException {
    List<String> kinds =
        List.of(
            "no json",
            "{\"id\": \"cut\", \"text\":",
            "[1]",
            "{\"text\": \"no id\"}",
            "{\"id\": \"typed\", \"text\": \"x\", \"age\": \"old\"}",
            "{\"id\": \"deep\", \"text\": \"x\", \"f\": "
                + "[".repeat(300)
                + "]".repeat(300)
                + "}");
    int count = 20_000;
    String body =
        IntStream.range(0, count)
            .mapToObj(i -> kinds.get(i % kinds.size()))
            .collect(Collectors.joining("\n"));
    List<JsonNode> lines = lines(stream(body));
    assertThat(lines)
        .extracting(line -> line.get("line").intValue())
        .containsExactlyElementsOf(IntStream.rangeClosed(1, count).boxed().toList());
    assertThat(lines).allMatch(line -> line.get("result").textValue().equals("rejected"));
    assertThat(lines).allMatch(line -> line.get("status").intValue() == 400);
    assertThat(
            lines(stream("{\"id\": \"next\", \"text\": \"x\"}"))
                .getFirst()
                .get("result")
                .textValue())
        .isEqualTo("indexed");
  }

  @Test
  void keepsTheLastDocumentWithAnId() throws IOException {
    String body =
        IntStream.range(0, 3_000)
            .mapToObj(i -> "{\"id\": \"same\", \"text\": \"version " + i + "\"}")
            .collect(Collectors.joining("\n"));
    List<JsonNode> lines = lines(stream(body));
    assertThat(lines).hasSize(3_000);
    assertThat(lines).allMatch(line -> line.get("result").textValue().equals("indexed"));
    assertThat(TestServer.json(server.get("/api/documents/same")).findValuesAsText("text"))
        .containsExactly("version 2999");
  }

  @Test
  void deletesTheDocumentsThatMeetAFilter() {
    HttpResponse<String> response =
        server.post(
            "/api/delete",
            "{\"index\": \"animals\", \"filter\": \"age > 10 or id = \\\"ar/cat\\\"\"}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(TestServer.json(response)).hasToString("{\"deleted\":3}");
    assertThat(server.get("/api/documents/de/dog").statusCode()).isEqualTo(404);
    assertThat(server.get("/api/documents/de/cat").statusCode()).isEqualTo(200);
  }

  @Test
  void refusesADeletionWithoutAFilterThatFits() {
    for (String filter : List.of("", " ", "age >", "agee > 10")) {
      HttpResponse<String> response =
          server.post("/api/delete", "{\"filter\": \"" + filter + "\"}");
      assertThat(response.statusCode()).as(filter).isEqualTo(400);
      assertThat(TestServer.json(response).get("parameter").textValue()).isEqualTo("filter");
    }
    assertThat(server.post("/api/delete", "{}").statusCode()).isEqualTo(400);
    assertThat(server.get("/api/documents/de/dog").statusCode()).isEqualTo(200);
  }

  @Test
  void writesAcknowledgedDocumentsToDisk() throws IOException {
    assertThat(lines(stream("{\"id\": \"kept\", \"text\": \"to be kept\"}"))).hasSize(1);
    // Another reader sees the commit while the server is running.
    try (SearchEngine engine =
        SearchEngine.at(folder.resolve("index")).withoutVectors().pipeline("bm25").open()) {
      assertThat(engine.view().passages("kept")).hasSize(1);
    }
  }

  @Test
  void refusesAnotherIdInTheBody() {
    HttpResponse<String> response =
        server.send(
            "PUT",
            "/api/documents/a",
            "application/json",
            """
            {"id": "b", "text": "x"}""");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(TestServer.json(response).get("parameter").textValue()).isEqualTo("id");
  }

  @Test
  void aNullIdInTheBodyIsAbsent() {
    assertThat(put("a", "{\"id\": null, \"text\": \"x\"}").statusCode()).isEqualTo(200);
  }

  @Test
  void refusesNumbersOutOfRange() {
    HttpResponse<String> huge = put("a", "{\"text\": \"x\", \"price\": 1e400}");
    assertThat(huge.statusCode()).isEqualTo(400);
    assertThat(huge.body()).contains("out of range");
  }

  private HttpResponse<String> put(String id, String json) {
    return server.send("PUT", "/api/documents/" + id, "application/json", json);
  }

  @Test
  void refusesPlainText() {
    HttpResponse<String> response =
        server.send("POST", "/api/documents", "text/plain", "{\"id\": \"a\", \"text\": \"x\"}");
    assertThat(response.statusCode()).isEqualTo(415);
  }

  private HttpResponse<String> delete(String id) {
    return server.send(server.request("/api/documents/" + id).DELETE());
  }

  private HttpResponse<String> stream(String body) {
    return server.send(
        server
            .request("/api/documents?index=animals")
            .header("Content-Type", "application/x-ndjson")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private static List<JsonNode> lines(HttpResponse<String> response) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : response.body().lines().toList()) {
      lines.add(mapper.readTree(line));
    }
    return lines;
  }

  private List<String> found(String query, String language) {
    return TestServer.json(
            server.post(
                "/api/search",
                "{\"query\": \"" + query + "\", \"languages\": [\"" + language + "\"]}"))
        .get("hits")
        .findValuesAsText("id");
  }

  @Test
  void doesNotWaitForTheCommitIfTheClientDoesNot() throws IOException {
    String owl = "{\"language\": \"en\", \"text\": \"The owl hunts at night.\"}";
    HttpResponse<String> put =
        server.send("PUT", "/api/documents/owl?durability=async", "application/json", owl);
    assertThat(put.statusCode()).isEqualTo(202);
    assertThat(put.body()).contains("\"result\":\"accepted\"").contains("\"waiting\":");
    HttpResponse<String> deleted =
        server.send("DELETE", "/api/documents/en/dog?durability=async", "application/json", "");
    assertThat(deleted.statusCode()).isEqualTo(202);
    HttpResponse<String> lines =
        server.send(
            "POST",
            "/api/documents?durability=async",
            "application/x-ndjson",
            "{\"id\": \"bat\", \"text\": \"The bat hangs.\"}\n{\"id\": \"none\"}\n");
    assertThat(lines.body()).contains("\"accepted\"").contains("\"rejected\"");

    HttpResponse<String> commit = server.post("/api/indexes/animals/commit", "{}");
    assertThat(commit.statusCode()).isEqualTo(200);
    assertThat(new ObjectMapper().readTree(commit.body()).path("failed").asInt()).isZero();
    assertThat(server.get("/api/documents/owl").statusCode()).isEqualTo(200);
    assertThat(server.get("/api/documents/bat").statusCode()).isEqualTo(200);
    assertThat(server.get("/api/documents/en/dog").statusCode()).isEqualTo(404);
  }

  @Test
  void writesAcceptedChangesBeforeItStops() {
    for (int i = 0; i < 20; i++) {
      String text = "{\"text\": \"The number is " + i + ".\"}";
      String path = "/api/documents/n" + i + "?durability=async";
      assertThat(server.send("PUT", path, "application/json", text).statusCode()).isEqualTo(202);
    }
    server.close();
    try (SearchEngine engine = SearchEngine.open(folder.resolve("index"))) {
      for (int i = 0; i < 20; i++) {
        assertThat(engine.find("n" + i)).isPresent();
      }
    }
  }

  @Test
  void countsAcceptedChangesThatFail() {
    // The field age is a number in this index.
    String text = "{\"text\": \"The owl hunts.\", \"age\": \"old\"}";
    HttpResponse<String> put =
        server.send("PUT", "/api/documents/owl?durability=async", "application/json", text);
    assertThat(put.statusCode()).isEqualTo(202);
    assertThat(server.post("/api/indexes/animals/commit", "{}").body()).contains("\"failed\":1");
    assertThat(server.get("/metrics").body())
        .contains("isogloss_index_changes_failed_total{index=\"animals\"} 1.0");
    assertThat(server.get("/api/documents/owl").statusCode()).isEqualTo(404);
  }

  @Test
  void checksTheDurability() {
    String text = "{\"text\": \"The owl hunts.\"}";
    HttpResponse<String> other =
        server.send("PUT", "/api/documents/owl?durability=none", "application/json", text);
    assertThat(other.statusCode()).isEqualTo(400);
    assertThat(other.body()).contains("durability is none, expected commit or async");
    HttpResponse<String> conditional =
        server.send(
            server
                .request("/api/documents/owl?durability=async")
                .header("Content-Type", "application/json")
                .header("If-None-Match", "*")
                .PUT(HttpRequest.BodyPublishers.ofString(text)));
    assertThat(conditional.statusCode()).isEqualTo(400);
  }
}
