// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.tei;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Role;
import org.isogloss.core.SparseVector;
import org.isogloss.core.util.DotProducts;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedModel;
import org.isogloss.server.embedding.EmbeddingsApi;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.CompatibilityOptions;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;
import org.isogloss.server.http.ServerVersion;
import org.isogloss.text.Encoding;

/**
 * {@code /embed}, also as {@code /}, {@code /embed_all}, {@code /embed_sparse}, {@code
 * /similarity}, {@code /tokenize}, {@code /decode}, {@code /info} and {@code /health} for the first
 * model of the server. A text is a passage, unless {@code prompt_name} is {@code query}; {@code
 * /similarity} compares a query with passages.
 */
public final class TeiApi {
  private static final ErrorFormat ERRORS = new TeiErrors();

  private static final int FAILED_DEPENDENCY = 424;

  /** Tokens of a request for the vectors of tokens, whose reply has several kilobytes for each. */
  private static final int MAX_TOKENS = 16_384;

  private static final Map<String, Role> PROMPTS =
      Map.of("query", Role.QUERY, "passage", Role.PASSAGE, "document", Role.PASSAGE);

  private final Catalog catalog;
  private final CompatibilityOptions options;
  private final int concurrency;

  /**
   * Creates the endpoints.
   *
   * @param concurrency number of requests that the server works on at the same time
   */
  public TeiApi(Catalog catalog, CompatibilityOptions options, int concurrency) {
    this.catalog = catalog;
    this.options = options;
    this.concurrency = concurrency;
  }

  public List<Route> routes() {
    return List.of(
        route("POST", "/", Access.READ, this::embed),
        route("POST", "/embed", Access.READ, this::embed),
        route("POST", "/embed_all", Access.READ, this::embedAll),
        route("POST", "/embed_sparse", Access.READ, this::embedSparse),
        route("POST", "/similarity", Access.READ, this::similarity),
        route("POST", "/tokenize", Access.READ, this::tokenize),
        route("POST", "/decode", Access.READ, this::decode),
        new Route(
            "GET",
            "/info",
            Access.READ,
            ERRORS,
            Route.Execution.CONNECTION,
            request -> Reply.json(info())),
        new Route(
            "GET",
            "/health",
            Access.PUBLIC,
            ERRORS,
            Route.Execution.CONNECTION,
            request -> Reply.empty(200)));
  }

  private static Route route(String method, String path, Access access, Endpoint endpoint) {
    return new Route(method, path, access, ERRORS, Route.Execution.POOL, endpoint);
  }

  private ServedModel model() {
    return catalog.models().model(Optional.empty());
  }

  /** Reads one text or a list of texts. */
  private List<String> texts(String key, JsonNode inputs) {
    List<String> texts =
        inputs.isTextual() ? List.of(inputs.textValue()) : Arguments.strings(key, inputs);
    if (texts.size() > options.maxTexts()) {
      throw RequestException.of(
          RequestException.Reason.TOO_LARGE,
          key,
          "batch size " + texts.size() + ", expected 1 to " + options.maxTexts());
    }
    if (texts.isEmpty()) {
      throw RequestException.of(
          RequestException.Reason.EMPTY, key, key + " is an empty list, expected texts");
    }
    return texts;
  }

  /** The texts of a request to encode, and how to. */
  private record Inputs(List<String> texts, Role role, boolean truncate) {}

  /** Reads the keys that all kinds of vectors have in common; no others may be left. */
  private Inputs inputs(Arguments arguments) {
    List<String> texts = texts("inputs", arguments.require("inputs"));
    Arguments.requireNonBlank("inputs", texts);
    Role role = arguments.choice("prompt_name", PROMPTS).orElse(Role.PASSAGE);
    boolean truncate = truncate(arguments);
    options.checkOthers(arguments);
    return new Inputs(texts, role, truncate);
  }

  private Reply embed(Request request) throws IOException {
    Arguments arguments = request.json();
    ServedModel model = model();
    if (!model.hasVectors()) {
      return unsupported(model.withoutVectors());
    }
    if (!arguments.bool("normalize", true)) {
      throw RequestException.invalid(
          "normalize", "normalize is false, but the vectors of " + model.name() + " have length 1");
    }
    int dimension = EmbeddingsApi.dimension(arguments, "dimensions", model);
    Inputs inputs = inputs(arguments);
    float[][] vectors =
        model
            .encode("inputs", inputs.texts(), inputs.role(), inputs.truncate())
            .shortened(dimension)
            .vectors();
    return Reply.vectors(
        json -> {
          json.writeStartArray();
          for (float[] vector : vectors) {
            write(vector, json);
          }
          json.writeEndArray();
        });
  }

  private static void write(float[] vector, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (float component : vector) {
      json.writeNumber(component);
    }
    json.writeEndArray();
  }

  /** The vectors of all tokens, neither pooled nor normalised. */
  private Reply embedAll(Request request) throws IOException {
    Arguments arguments = request.json();
    ServedModel model = model();
    Inputs inputs = inputs(arguments);
    if (!model.hasVectors() || model.isBrief()) {
      return unsupported(
          "the model " + model.name() + " has no vectors of tokens in their context");
    }
    float[][][] vectors =
        model.encodeTokens("inputs", inputs.texts(), inputs.role(), inputs.truncate(), MAX_TOKENS);
    return Reply.vectors(
        json -> {
          json.writeStartArray();
          for (float[][] tokens : vectors) {
            json.writeStartArray();
            for (float[] token : tokens) {
              write(token, json);
            }
            json.writeEndArray();
          }
          json.writeEndArray();
        });
  }

  private Reply embedSparse(Request request) throws IOException {
    Arguments arguments = request.json();
    ServedModel model = model();
    Inputs inputs = inputs(arguments);
    if (!model.weighsTerms()) {
      return unsupported("Model is not an embedding model with SPLADE pooling");
    }
    List<SparseVector> vectors =
        model.encodeSparse("inputs", inputs.texts(), inputs.role(), inputs.truncate());
    return Reply.vectors(
        json -> {
          json.writeStartArray();
          for (SparseVector vector : vectors) {
            write(vector, json);
          }
          json.writeEndArray();
        });
  }

  private static void write(SparseVector vector, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (int i = 0; i < vector.size(); i++) {
      json.writeStartObject();
      json.writeNumberField("index", vector.terms()[i]);
      json.writeNumberField("value", vector.weights()[i]);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Answers as text-embeddings-inference does if the model has no such vectors. */
  private static Reply unsupported(String message) {
    return Reply.json(
        FAILED_DEPENDENCY,
        JsonNodeFactory.instance.objectNode().put("error", message).put("error_type", "Backend"));
  }

  private static boolean truncate(Arguments arguments) {
    String direction = arguments.findString("truncation_direction").orElse("Right");
    if (!direction.equalsIgnoreCase("Right")) {
      throw RequestException.invalid(
          "truncation_direction", "truncation_direction is " + direction + ", expected Right");
    }
    return arguments.bool("truncate", false);
  }

  private Reply similarity(Request request) throws IOException {
    Arguments arguments = request.json();
    ServedModel model = model();
    if (!model.hasVectors()) {
      return unsupported(model.withoutVectors());
    }
    if (!(arguments.require("inputs") instanceof ObjectNode object)) {
      throw Arguments.wrongType("inputs", arguments.require("inputs"), "an object");
    }
    Arguments inputs = new Arguments(object);
    String source = inputs.string("source_sentence");
    Arguments.requireNonBlank("source_sentence", List.of(source));
    List<String> sentences = texts("sentences", inputs.require("sentences"));
    Arguments.requireNonBlank("sentences", sentences);
    options.checkOthers(inputs);
    boolean truncate = arguments.has("parameters") && truncateOf(arguments.require("parameters"));
    options.checkOthers(arguments);
    float[] query =
        model.encode("source_sentence", List.of(source), Role.QUERY, truncate).vectors()[0];
    float[][] vectors = model.encode("sentences", sentences, Role.PASSAGE, truncate).vectors();
    ArrayNode similarities = JsonNodeFactory.instance.arrayNode();
    for (float[] vector : vectors) {
      similarities.add((float) DotProducts.inDoublePrecision(query, vector));
    }
    return Reply.json(similarities);
  }

  private boolean truncateOf(JsonNode parameters) {
    if (!(parameters instanceof ObjectNode object)) {
      throw Arguments.wrongType("parameters", parameters, "an object");
    }
    Arguments given = new Arguments(object);
    boolean truncate = truncate(given);
    options.checkOthers(given);
    return truncate;
  }

  private Reply tokenize(Request request) throws IOException {
    Arguments arguments = request.json();
    List<String> texts = texts("inputs", arguments.require("inputs"));
    boolean special = arguments.bool("add_special_tokens", true);
    options.checkOthers(arguments);
    ArrayNode reply = JsonNodeFactory.instance.arrayNode();
    for (String text : texts) {
      reply.add(tokens(text, special));
    }
    return Reply.json(reply);
  }

  private ArrayNode tokens(String text, boolean withSpecial) {
    ServedModel model = model();
    Encoding encoding = model.tokenize(text);
    ArrayNode tokens = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < encoding.size(); i++) {
      boolean special = encoding.sequenceIds()[i] == Encoding.SPECIAL;
      if (special && !withSpecial) {
        continue;
      }
      int start = encoding.starts()[i];
      int end = encoding.ends()[i];
      ObjectNode token = tokens.addObject();
      token.put("id", encoding.ids()[i]);
      token.put(
          "text",
          special ? model.tokenizer().token(encoding.ids()[i]) : text.substring(start, end));
      token.put("special", special);
      // Offsets count code points.
      token.set("start", offset(special, text, start));
      token.set("stop", offset(special, text, end));
    }
    return tokens;
  }

  private static JsonNode offset(boolean special, String text, int units) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return special ? nodes.nullNode() : nodes.numberNode(text.codePointCount(0, units));
  }

  private Reply decode(Request request) throws IOException {
    Arguments arguments = request.json();
    JsonNode ids = arguments.require("ids");
    if (!arguments.bool("skip_special_tokens", true)) {
      throw RequestException.invalid(
          "skip_special_tokens", "skip_special_tokens is false, expected true");
    }
    options.checkOthers(arguments);
    ArrayNode reply = JsonNodeFactory.instance.arrayNode();
    if (ids.isArray() && !ids.isEmpty() && ids.get(0).isArray()) {
      ids.forEach(list -> reply.add(decoded(list)));
    } else {
      reply.add(decoded(ids));
    }
    return Reply.json(reply);
  }

  private String decoded(JsonNode ids) {
    ServedModel model = model();
    return model.decode(Arguments.tokenIds("ids", ids, model.tokenizer().vocabularySize()));
  }

  private ObjectNode info() {
    ServedModel model = model();
    ObjectNode info = JsonNodeFactory.instance.objectNode();
    info.put("model_id", model.name());
    info.put("model_sha", model.fingerprint());
    info.put("model_dtype", "float32");
    info.putObject("model_type").putObject("embedding").put("pooling", model.pooling());
    info.put("max_concurrent_requests", concurrency);
    info.put("max_input_length", model.maxTokens());
    info.put("max_batch_tokens", (long) model.maxTokens() * options.maxTexts());
    info.putNull("max_batch_requests");
    info.put("max_client_batch_size", options.maxTexts());
    info.put("auto_truncate", false);
    info.put("tokenization_workers", concurrency);
    info.put("version", ServerVersion.text());
    info.putNull("sha");
    info.putNull("docker_label");
    return info;
  }
}
