// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.server.administration.Administration;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.CompatibilityOptions;
import org.isogloss.server.http.MemoryBudget;
import org.isogloss.server.http.RequestPool;
import org.isogloss.server.http.Route;
import org.isogloss.server.mcp.McpEndpoint;
import org.isogloss.server.metrics.ServerMetrics;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Holds the OpenAPI document against the server: its routes, its examples and their replies. */
class OpenApiDocumentTest {
  private static TestServer server;
  private static JsonNode document;

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    Path models = Files.createDirectories(folder.resolve("data/models"));
    Files.move(SampleTransformer.BERT_ENCODER.copyInto(folder), models.resolve("loaded"));
    server =
        TestServer.start(
            folder.resolve("index"),
            builder ->
                builder
                    .data(folder.resolve("data"))
                    .corpus("en-de", SampleBitext.englishGerman(folder), Optional.empty())
                    .answers(TestServer.answerModel(folder))
                    .acceptTokenIds(true)
                    .rejectUnknownKeys(true));
    assertThat(server.put("/api/indexes/animals/snapshots/sunday", "").statusCode()).isEqualTo(201);
    assertThat(server.put("/api/models/loaded", "").statusCode()).isEqualTo(200);
    HttpResponse<String> response = server.get("/openapi.yaml");
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/yaml");
    document = new YAMLMapper().readTree(response.body());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** A method of a path in the document. */
  private record Operation(String method, String path, JsonNode node, List<JsonNode> parameters) {
    String name() {
      return method + " " + path;
    }

    JsonNode replies() {
      return node.get("responses");
    }

    boolean isPublic() {
      return node.has("security") && node.get("security").isEmpty();
    }
  }

  private static List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    document
        .get("paths")
        .properties()
        .forEach(
            path -> {
              List<JsonNode> shared = List.copyOf(elements(path.getValue().path("parameters")));
              for (Map.Entry<String, JsonNode> member : path.getValue().properties()) {
                if (!member.getKey().equals("parameters")) {
                  List<JsonNode> parameters = new ArrayList<>(shared);
                  parameters.addAll(elements(member.getValue().path("parameters")));
                  operations.add(
                      new Operation(
                          member.getKey().toUpperCase(Locale.ROOT),
                          path.getKey(),
                          member.getValue(),
                          parameters));
                }
              }
            });
    return operations;
  }

  private static List<JsonNode> elements(JsonNode list) {
    List<JsonNode> elements = new ArrayList<>();
    list.forEach(element -> elements.add(resolve(element)));
    return elements;
  }

  /** Follows a reference to another part of the document. */
  private static JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").textValue().substring(1)) : node;
  }

  private static List<Route> routes() {
    Catalog catalog = new Catalog(InferenceOptions.defaults(), Duration.ofHours(1));
    try (Administration administration =
            new Administration(catalog, Optional.empty(), Optional.empty(), Duration.ofSeconds(1));
        RequestPool pool = new RequestPool(1, 1, Duration.ofSeconds(1));
        McpEndpoint mcp = new McpEndpoint(catalog)) {
      ServerMetrics metrics = new ServerMetrics(catalog, pool, new MemoryBudget(1));
      return SearchServer.routes(
          administration,
          metrics,
          mcp,
          () -> false,
          /* publicMetrics= */ false,
          ServerLimits.DEFAULT,
          new CompatibilityOptions(1, true, true));
    }
  }

  @Test
  void describesEveryRouteAndNoOther() {
    assertThat(operations().stream().map(Operation::name))
        .containsExactlyInAnyOrderElementsOf(
            routes().stream().map(route -> route.method() + " " + route.template()).toList());
  }

  @Test
  void describesTheRepliesThatFollowFromARoute() {
    Map<String, Operation> byName = new TreeMap<>();
    operations().forEach(operation -> byName.put(operation.name(), operation));
    for (Route route : routes()) {
      Operation operation = byName.get(route.method() + " " + route.template());
      assertThat(operation).as(route.method() + " " + route.template()).isNotNull();
      boolean needsToken = route.access() != Access.PUBLIC;
      boolean pooled = route.execution() != Route.Execution.CONNECTION;
      assertThat(operation.isPublic()).as(operation.name()).isEqualTo(!needsToken);
      List<String> statuses = new ArrayList<>(List.of("400", "403", "500"));
      statuses.addAll(needsToken ? List.of("401") : List.of());
      statuses.addAll(pooled ? List.of("429", "503") : List.of());
      statuses.addAll(pooled && route.method().equals("POST") ? List.of("413", "415") : List.of());
      statuses.addAll(operation.parameters().isEmpty() ? List.of() : List.of("414"));
      assertThat(names(operation.replies())).as(operation.name()).containsAll(statuses);
    }
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** The content of a body by media type, with its examples. */
  private static Map<String, List<JsonNode>> examples(JsonNode body) {
    Map<String, List<JsonNode>> examples = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> content : body.path("content").properties()) {
      List<JsonNode> values = new ArrayList<>();
      content.getValue().path("examples").forEach(example -> values.add(example.get("value")));
      if (content.getValue().has("example")) {
        values.add(content.getValue().get("example"));
      }
      examples.put(content.getKey(), values);
    }
    return examples;
  }

  @TestFactory
  Stream<DynamicTest> acceptsTheExamples() {
    return operations().stream()
        .map(
            operation ->
                DynamicTest.dynamicTest(
                    operation.name(),
                    () -> {
                      assertAccepted(operation);
                      // The examples of searches name no index, so that there must be one only.
                      server.delete("/api/indexes/animals-of-sunday");
                    }));
  }

  private static void assertAccepted(Operation operation) throws IOException {
    HttpRequest.Builder request = server.request(address(operation));
    if (!operation.node().has("requestBody")) {
      assertDocumented(operation, server.send(request.method(operation.method(), noBody())));
      return;
    }
    JsonNode body = resolve(operation.node().get("requestBody"));
    for (Map.Entry<String, List<JsonNode>> content : examples(body).entrySet()) {
      assertThat(content.getValue()).as("%s has an example", operation.name()).isNotEmpty();
      JsonNode schema = body.get("content").get(content.getKey()).get("schema");
      for (JsonNode example : content.getValue()) {
        assertConforms(schema, example, operation.name());
        String text = example.isTextual() ? example.textValue() : example.toString();
        assertDocumented(
            operation, server.send(operation.method(), address(operation), content.getKey(), text));
      }
    }
  }

  private static HttpRequest.BodyPublisher noBody() {
    return HttpRequest.BodyPublishers.noBody();
  }

  /** The path with the examples of the parameters. */
  private static String address(Operation operation) {
    String path = operation.path();
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    for (JsonNode parameter : operation.parameters()) {
      String name = parameter.get("name").textValue();
      JsonNode example = parameter.path("example");
      if (parameter.get("in").textValue().equals("path")) {
        path = path.replace("{" + name + "}", encode(example.asText()));
      } else if (parameter.get("in").textValue().equals("query") && !example.isMissingNode()) {
        StringJoiner values = new StringJoiner(",");
        (example.isArray() ? elements(example) : List.of(example))
            .forEach(value -> values.add(value.asText()));
        query.add(name + "=" + encode(values.toString()));
      }
    }
    return path + query;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Checks that the document describes a reply: its status, its type and its content. */
  private static void assertDocumented(Operation operation, HttpResponse<String> response)
      throws IOException {
    boolean dependsOnModel = operation.replies().has("424");
    if (!dependsOnModel
        && names(operation.replies()).stream().anyMatch(status -> status.startsWith("2"))) {
      assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    }
    JsonNode reply = operation.replies().get(String.valueOf(response.statusCode()));
    assertThat(reply).as("%s %s", operation.name(), response.statusCode()).isNotNull();
    JsonNode content = resolve(reply).path("content");
    String type = response.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
    if (content.isMissingNode()) {
      assertThat(response.body()).isEmpty();
      return;
    }
    assertThat(names(content)).as(operation.name()).contains(type);
    JsonNode value =
        type.equals("application/json")
            ? TestServer.json(response)
            : TextNode.valueOf(response.body());
    assertConforms(closed(content.get(type).get("schema")), value, operation.name());
  }

  @Test
  void hasExamplesOfRepliesThatConform() {
    int checked = 0;
    for (Operation operation : operations()) {
      for (JsonNode reply : elements(operation.replies())) {
        for (Map.Entry<String, List<JsonNode>> content : examples(reply).entrySet()) {
          JsonNode schema = reply.get("content").get(content.getKey()).get("schema");
          for (JsonNode example : content.getValue()) {
            assertConforms(closed(schema), example, operation.name());
            checked++;
          }
        }
      }
    }
    assertThat(checked).isGreaterThan(20);
  }

  /** A schema with the other schemas of the document, in which none allows unknown keys. */
  private static ObjectNode closed(JsonNode schema) {
    ObjectNode root = self(schema);
    root.findParents("properties").forEach(OpenApiDocumentTest::close);
    return root;
  }

  private static void close(JsonNode schema) {
    if (!schema.has("additionalProperties")) {
      ((ObjectNode) schema).put("additionalProperties", false);
    }
  }

  /** A schema as a document of its own, whose references lead to the components. */
  private static ObjectNode self(JsonNode schema) {
    ObjectNode root = schema.deepCopy();
    root.putObject("components").set("schemas", document.at("/components/schemas").deepCopy());
    return root;
  }

  private static void assertConforms(JsonNode schema, JsonNode value, String description) {
    JsonNode root = schema.has("components") ? schema : self(schema);
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(root)
                .validate(value))
        .as("%s: %s", description, value)
        .isEmpty();
  }

  @Test
  void findsKeysThatTheDocumentLacks() {
    JsonNode schema = document.at("/components/schemas/Change");
    ObjectNode reply =
        JsonNodeFactory.instance.objectNode().put("id", "a").put("result", "indexed").put("x", 1);
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(closed(schema))
                .validate(reply))
        .hasSize(1);
  }
}
