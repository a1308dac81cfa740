// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedModel;
import org.isogloss.server.catalog.ServedReranker;
import org.isogloss.server.embedding.VectorType;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;
import org.isogloss.text.language.LanguageIdentification;
import org.isogloss.text.language.LanguageIdentifier;

/** Encodes texts, re-ranks passages and identifies languages, without an index. */
public final class InferenceApi {
  private static final Map<String, Role> ROLES =
      Map.of("query", Role.QUERY, "passage", Role.PASSAGE);

  private final Catalog catalog;
  private final int maxTexts;
  private final LanguageIdentifier identifier = LanguageIdentifier.forAllLanguages();

  /**
   * Creates the endpoints.
   *
   * @param maxTexts maximum number of texts of a request
   */
  public InferenceApi(Catalog catalog, int maxTexts) {
    this.catalog = catalog;
    this.maxTexts = maxTexts;
  }

  public List<Route> routes() {
    return List.of(
        route("/api/encode", this::encode),
        route("/api/rerank", this::rerank),
        route("/api/identify", this::identify));
  }

  private static Route route(String path, Endpoint endpoint) {
    return new Route(
        "POST", path, Access.READ, ErrorFormat.PROBLEM_DETAILS, Route.Execution.POOL, endpoint);
  }

  private List<String> texts(Arguments arguments) {
    List<String> texts = Arguments.strings("texts", arguments.require("texts"));
    requireSize("texts", texts.size());
    return texts;
  }

  private void requireSize(String key, int size) {
    if (size < 1 || size > maxTexts) {
      throw RequestException.invalid(
          key, key + " has " + size + " elements, expected 1 to " + maxTexts);
    }
  }

  private Reply encode(Request request) throws IOException {
    Arguments arguments = request.json();
    ServedModel model = catalog.models().model(arguments.findString("model"));
    Role role = arguments.choice("role", ROLES).orElse(Role.PASSAGE);
    List<String> texts = texts(arguments);
    boolean truncate = arguments.bool("truncate", false);
    VectorType type = arguments.choice("type", VectorType.BY_NAME).orElse(VectorType.FLOAT);
    arguments.requireNoOthers();
    ServedModel.Encoded encoded = model.encode("texts", texts, role, truncate);
    if (request.header("accept").orElse("").contains(Reply.BINARY)) {
      return binary(model, encoded, type);
    }
    return Reply.vectors(
        json -> {
          json.writeStartObject();
          json.writeStringField("model", model.name());
          json.writeNumberField("dimension", model.dimension());
          json.writeNumberField("tokens", encoded.tokens());
          json.writeArrayFieldStart("vectors");
          for (float[] vector : encoded.vectors()) {
            type.write(json, vector);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /** The bytes of the vectors one after the other, and in headers what JSON has beside them. */
  private static Reply binary(ServedModel model, ServedModel.Encoded encoded, VectorType type) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (float[] vector : encoded.vectors()) {
      bytes.writeBytes(type.bytes(vector));
    }
    return Reply.binary(bytes.toByteArray())
        .withHeader("Isogloss-Model", model.name())
        .withHeader("Isogloss-Dimension", String.valueOf(model.dimension()))
        .withHeader("Isogloss-Tokens", String.valueOf(encoded.tokens()));
  }

  private Reply rerank(Request request) throws IOException {
    Arguments arguments = request.json();
    Query query = SearchArguments.query(arguments);
    JsonNode list = arguments.require("passages");
    if (!list.isArray()) {
      throw Arguments.wrongType("passages", list, "a list of strings or objects");
    }
    requireSize("passages", list.size());
    List<Passage> passages = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      passages.add(passage(i, list.get(i)));
    }
    int top = arguments.integer("top", 1, Integer.MAX_VALUE).orElse(list.size());
    ServedReranker reranker = catalog.reranker("reranker", arguments.findString("reranker"));
    arguments.requireNoOthers();
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("reranker", reranker.name());
    ArrayNode results = reply.putArray("results");
    for (ServedReranker.Scored scored : reranker.rank(query, passages, top)) {
      ObjectNode result = results.addObject();
      result.put("index", scored.index()).put("score", scored.score());
      result.put("probability", scored.probability());
    }
    return Reply.json(reply);
  }

  private static Passage passage(int number, JsonNode node) {
    String key = "passages[" + number + "]";
    Language language = Language.UNDETERMINED;
    String title = "";
    String text;
    if (node instanceof ObjectNode object) {
      Arguments passage = new Arguments(object);
      text = passage.string("text");
      title = passage.findString("title").orElse("");
      language =
          passage
              .findString("language")
              .map(tag -> Arguments.parse(key + ".language", tag, Language::of))
              .orElse(language);
      passage.requireNoOthers();
    } else {
      text = Arguments.text(key, node);
    }
    return new Passage(String.valueOf(number), 0, language, title, text, 0, text.length());
  }

  private Reply identify(Request request) throws IOException {
    Arguments arguments = request.json();
    List<String> texts = texts(arguments);
    arguments.requireNoOthers();
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    ArrayNode results = reply.putArray("results");
    for (String text : texts) {
      LanguageIdentification found = identifier.identify(text);
      ObjectNode result =
          results
              .addObject()
              .put("language", found.language().tag())
              .put("confidence", found.confidence())
              .put("reliable", found.reliable());
      found.embedded().ifPresent(embedded -> result.put("embedded", embedded.tag()));
      ArrayNode alternatives = result.putArray("alternatives");
      found
          .alternatives()
          .forEach(
              other ->
                  alternatives
                      .addObject()
                      .put("language", other.language().tag())
                      .put("confidence", other.confidence()));
    }
    return Reply.json(reply);
  }
}
