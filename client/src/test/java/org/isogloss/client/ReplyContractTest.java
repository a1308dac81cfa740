// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.json.DocumentJson;
import org.isogloss.api.json.ExplanationJson;
import org.isogloss.api.json.IndexDescriptionJson;
import org.isogloss.api.json.SearchResultsJson;
import org.isogloss.client.StubServer.Reply;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The client reads every field of the replies that the OpenAPI document of the server describes: it
 * accepts the examples, and rejects each of them after the removal of a required field, and after
 * the change of any field to another type.
 */
class ReplyContractTest {
  /** What the client computes from other fields, and what only requests with an option have. */
  private static final Set<String> NOT_READ =
      Set.of(
          "search.index",
          "search.offset",
          "search.nothing_surely_answers",
          "search.nothing_found.sentences",
          "search.answers[].text",
          "search.hits[].explanation",
          "explain.explanations[].explanation.stages[].rank",
          "explain.explanations[].explanation.stages[].score",
          "explain.explanations[].explanation.sentence.text",
          "explain.explanations[].explanation.word_matches[].passage_word",
          "explain.explanations[].explanation.contributions[].passage_word");

  private static final List<Hit> HITS = List.of(new Hit("en/cat", 0, 0));

  private static final Map<String, Function<IsoglossClient, Object>> OPERATIONS =
      Map.ofEntries(
          Map.entry("getIndexes", IsoglossClient::indexes),
          Map.entry("search", client -> client.index().search("cat")),
          Map.entry("explain", client -> client.index().explain(SearchRequest.of("cat"), HITS)),
          Map.entry("getDocument", client -> client.index().find("a")),
          Map.entry("deleteDocuments", client -> client.index().delete(Filter.parse("age > 10"))),
          Map.entry("refreshIndex", client -> client.index("animals").refresh()),
          Map.entry("encode", client -> client.encode(List.of("a"), Role.QUERY)),
          Map.entry("rerank", client -> client.rerank(RerankRequest.of("a", List.of("b")))),
          Map.entry("getConcordance", client -> client.concordance(ConcordanceRequest.of("cat"))),
          Map.entry("identify", client -> client.identify(List.of("a"))),
          Map.entry("getIndex", client -> client.administration().statistics("animals")),
          Map.entry("getAliases", client -> client.administration().aliases()),
          Map.entry("getSnapshots", client -> client.administration().snapshots("animals")),
          Map.entry("getLoadedModels", client -> client.administration().models()));

  private static JsonNode document;
  private static StubServer server;
  private static IsoglossClient client;

  @BeforeAll
  static void start() throws IOException {
    try (InputStream yaml =
        ReplyContractTest.class.getResourceAsStream("/org/isogloss/server/openapi.yaml")) {
      document = new YAMLMapper().readTree(yaml);
    }
    server = new StubServer(Reply.ok("{}"));
    client = IsoglossClient.builder(server.url()).build();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  /** Follows a reference to another part of the document. */
  private static JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").textValue().substring(1)) : node;
  }

  private static JsonNode successOf(String operation) {
    JsonNode found =
        StreamSupport.stream(document.get("paths").spliterator(), false)
            .flatMap(path -> StreamSupport.stream(path.spliterator(), false))
            .filter(method -> method.path("operationId").asText().equals(operation))
            .findFirst()
            .orElseThrow();
    return resolve(found.get("responses").get("200")).get("content").elements().next();
  }

  @TestFactory
  List<DynamicTest> readsEveryField() {
    return OPERATIONS.keySet().stream()
        .sorted()
        .map(operation -> DynamicTest.dynamicTest(operation, () -> readsEveryFieldOf(operation)))
        .toList();
  }

  private static void readsEveryFieldOf(String operation) {
    JsonNode success = successOf(operation);
    JsonNode example = success.get("example").deepCopy();
    Runnable send = () -> send(operation, example);
    assertThatCode(send::run).doesNotThrowAnyException();
    requireObject(operation, resolve(success.get("schema")), example, send);
    assertThatCode(send::run).as("after all changes were undone").doesNotThrowAnyException();
  }

  private static void send(String operation, JsonNode reply) {
    server.reply(Reply.ok(reply.toString()));
    assertThat(OPERATIONS.get(operation).apply(client)).isNotNull();
  }

  /** Changes each field of an object of the reply, and those below it. */
  private static void requireObject(String path, JsonNode schema, JsonNode object, Runnable send) {
    List<String> required =
        StreamSupport.stream(schema.path("required").spliterator(), false)
            .map(JsonNode::textValue)
            .toList();
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              String name = property.getKey();
              if (!NOT_READ.contains(path + "." + name)) {
                requireField(path, (ObjectNode) object, name, resolve(property.getValue()), send);
                if (required.contains(name)) {
                  requireRejection(path, (ObjectNode) object, name, List.of(), send);
                }
              }
            });
    if (schema.path("additionalProperties").isObject()) {
      String any = object.fieldNames().next();
      requireField(
          path, (ObjectNode) object, any, resolve(schema.get("additionalProperties")), send);
    }
  }

  private static void requireField(
      String path, ObjectNode object, String name, JsonNode schema, Runnable send) {
    assertThat(object.has(name)).as("the example has %s.%s", path, name).isTrue();
    JsonNode value = object.get(name);
    JsonNode wrong = value.isBoolean() ? TextNode.valueOf("true") : BooleanNode.TRUE;
    requireRejection(path, object, name, List.of(wrong), send);
    if (value.isArray() && value.get(0).isObject()) {
      requireObject(path + "." + name + "[]", resolve(schema.get("items")), value.get(0), send);
    } else if (value.isObject() && !name.equals("metadata")) {
      requireObject(path + "." + name, schema, value, send);
    }
  }

  /** Replaces a field by another value, or removes it, and restores it afterwards. */
  private static void requireRejection(
      String path, ObjectNode object, String name, List<JsonNode> replacement, Runnable send) {
    JsonNode value = object.get(name);
    if (replacement.isEmpty()) {
      object.remove(name);
    } else {
      object.set(name, replacement.getFirst());
    }
    assertThatThrownBy(send::run)
        .as("%s.%s is %s", path, name, replacement.isEmpty() ? "removed" : replacement)
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining(name);
    object.set(name, value);
  }

  @Test
  void keepsTheDigitsOfFields() {
    ObjectNode reply = successOf("getDocument").get("example").deepCopy();
    BigDecimal digits = new BigDecimal("0.1234567890123456789");
    reply.putObject("metadata").put("ratio", digits);
    server.reply(Reply.ok(reply.toString()));
    assertThat(client.index().find("a").orElseThrow().metadata())
        .isEqualTo(Metadata.EMPTY.with("ratio", new MetadataValue.NumberValue(digits)));
  }

  /** The examples are golden files of what the server writes. */
  @Test
  void writesWhatItReads() {
    ObjectNode results = successOf("search").get("example").deepCopy();
    SearchRequest request =
        SearchRequest.of("cat")
            .withFacets("language")
            .withGroupedTranslations()
            .withAnswers(results.get("answers").size());
    server.reply(Reply.ok(results.toString()));
    SearchResults read = client.index().search(request);
    results.remove("index");
    assertThat(json(SearchResultsJson.writeReply(read))).isEqualTo(json(results));
    assertThat(read.answers().getFirst().source().text()).isEqualTo("auf dem warmen Dach");

    JsonNode explained = successOf("explain").get("example");
    server.reply(Reply.ok(explained.toString()));
    assertThat(
            client.index().explain(request, HITS).stream()
                .map(ExplanationJson::writeWithPassage)
                .map(ReplyContractTest::json))
        .containsExactly(json(explained.get("explanations").get(0)));

    JsonNode stored = successOf("getDocument").get("example");
    server.reply(Reply.ok(stored.toString()));
    assertThat(json(DocumentJson.write(client.index().find("a").orElseThrow())))
        .isEqualTo(json(stored));

    JsonNode indexes = successOf("getIndexes").get("example");
    server.reply(Reply.ok(indexes.toString()));
    assertThat(json(IndexDescriptionJson.write(client.indexes().getFirst())))
        .isEqualTo(json(indexes.get("indexes").get(0)));
  }

  /** Returns JSON in which equal numbers have the same type. */
  private static JsonNode json(JsonNode node) {
    try {
      return new JsonMapper()
          .reader()
          .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .readTree(node.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void rejectsAnAnswerOutsideItsSentence() {
    ObjectNode reply = successOf("search").get("example").deepCopy();
    ((ObjectNode) reply.at("/answers/0/sources/0")).put("end", 39);
    server.reply(Reply.ok(reply.toString()));
    assertThatThrownBy(() -> client.index().search("cat"))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining(
            "the answer Span[start=18, end=39] is not in the sentence Span[start=0, end=38]");
  }

  @Test
  void readsTheOutcomesOfAStream() {
    server.reply(Reply.ok(successOf("putDocuments").get("example").textValue()));
    List<Document> documents =
        List.of(
            new Document("es/cat", Language.of("es"), "", "El gato."),
            new Document("empty", Language.of("es"), "", ""));
    assertThat(client.index().putAll(documents))
        .containsExactly(
            PutOutcome.indexed(0, "es/cat"),
            PutOutcome.rejected(1, "", PutOutcome.Reason.INVALID, "has neither title nor text"));
  }
}
