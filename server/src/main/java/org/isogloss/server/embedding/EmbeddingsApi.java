// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.embedding;

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
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedModel;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.CompatibilityOptions;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;

/**
 * {@code POST /v1/embeddings} and {@code GET /v1/models}, for clients of OpenAI, Voyage and Jina.
 * OpenAI's interface does not know whether a text is a query or a passage; Voyage states it as
 * {@code input_type}, Jina as {@code task}, and the name of the model can: {@code compact} encodes
 * passages, {@code compact:query} queries.
 */
public final class EmbeddingsApi {
  private static final ErrorFormat ERRORS = new OpenAiErrors();
  private static final String QUERY_SUFFIX = ":query";

  /** Names of the roles in the interfaces that have them. */
  private static final Map<String, Role> INPUT_TYPES =
      Map.of(
          "query", Role.QUERY,
          "search_query", Role.QUERY,
          "passage", Role.PASSAGE,
          "document", Role.PASSAGE,
          "search_document", Role.PASSAGE);

  /** What the texts are for, in Jina's interface. */
  private static final Map<String, Role> TASKS =
      Map.of(
          "retrieval.query", Role.QUERY,
          "retrieval.passage", Role.PASSAGE,
          "text-matching", Role.PASSAGE,
          "classification", Role.PASSAGE,
          "clustering", Role.PASSAGE,
          "separation", Role.PASSAGE);

  private static final Map<String, Boolean> ENCODINGS = Map.of("float", false, "base64", true);
  private static final String BASE64 = "base64";

  private final Catalog catalog;
  private final CompatibilityOptions options;

  /** Creates the endpoints. */
  public EmbeddingsApi(Catalog catalog, CompatibilityOptions options) {
    this.catalog = catalog;
    this.options = options;
  }

  public List<Route> routes() {
    return List.of(
        route("POST", "/v1/embeddings", Route.Execution.BY_WORK, this::embeddings),
        route("GET", "/v1/models", Route.Execution.CONNECTION, request -> models()),
        route(
            "GET",
            "/v1/models/{model...}",
            Route.Execution.CONNECTION,
            request -> Reply.json(describe(named(request.pathParameter("model"))))));
  }

  private static Route route(
      String method, String path, Route.Execution execution, Endpoint endpoint) {
    return new Route(method, path, Access.READ, ERRORS, execution, endpoint);
  }

  /** A model in a role, by the name that clients use. */
  private record Named(String name, ServedModel model, Role role) {}

  private Named named(String name) {
    boolean query = name.endsWith(QUERY_SUFFIX);
    String model = query ? name.substring(0, name.length() - QUERY_SUFFIX.length()) : name;
    return new Named(
        name, catalog.models().model(Optional.of(model)), query ? Role.QUERY : Role.PASSAGE);
  }

  private Reply models() {
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("object", "list");
    ArrayNode data = reply.putArray("data");
    for (ServedModel model : catalog.models().all()) {
      if (!model.hasVectors()) {
        continue;
      }
      data.add(describe(named(model.name())));
      data.add(describe(named(model.name() + QUERY_SUFFIX)));
    }
    return Reply.json(reply);
  }

  private static ObjectNode describe(Named named) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", named.name())
        .put("object", "model")
        .put("created", 0)
        .put("owned_by", "isogloss");
  }

  private Reply embeddings(Request request) throws IOException {
    Arguments arguments = request.json();
    Named named = named(arguments.string("model"));
    ServedModel model = named.model();
    Optional<Role> inputType = arguments.choice("input_type", INPUT_TYPES);
    Optional<Role> task = arguments.choice("task", TASKS);
    Role role = inputType.or(() -> task).orElse(named.role());
    Format format = format(arguments);
    int openAi = dimension(arguments, "dimensions", model);
    int voyage = dimension(arguments, "output_dimension", model);
    int dimension = arguments.has("dimensions") ? openAi : voyage;
    requireWholeTexts(arguments);
    // Whom the client serves, and whether vectors shall have the length 1 that they have.
    arguments.find("user");
    arguments.find("normalized");
    boolean truncate = arguments.bool("truncate", arguments.bool("truncation", false));
    List<String> texts = texts(arguments.require("input"), model);
    Arguments.requireNonBlank("input", texts);
    options.checkOthers(arguments);
    return request.work(
        model.isBrief(),
        () -> {
          ServedModel.Encoded encoded =
              model.encode("input", texts, role, truncate).shortened(dimension);
          return Reply.vectors(
              json -> write(json, named.name(), encoded.vectors(), format, encoded.tokens()));
        });
  }

  /**
   * How vectors are written.
   *
   * @param base64 whether their bytes are one string
   */
  private record Format(VectorType type, boolean base64) {}

  /** Reads OpenAI's {@code encoding_format}, Voyage's {@code output_dtype}, Jina's two in one. */
  private static Format format(Arguments arguments) {
    boolean base64 = arguments.choice("encoding_format", ENCODINGS).orElse(false);
    Optional<VectorType> voyage = arguments.choice("output_dtype", VectorType.BY_NAME);
    if (arguments.findString("embedding_type").filter(BASE64::equals).isPresent()) {
      return new Format(VectorType.FLOAT, true);
    }
    Optional<VectorType> jina = arguments.choice("embedding_type", VectorType.BY_NAME);
    return new Format(voyage.or(() -> jina).orElse(VectorType.FLOAT), base64);
  }

  /**
   * Reads the dimension of the vectors, which is that of the model by default.
   *
   * @throws RequestException if the vectors of the model cannot be shortened to it, or it has none
   */
  public static int dimension(Arguments arguments, String key, ServedModel model) {
    model.requireVectors();
    int dimension = arguments.integer(key, 1, Integer.MAX_VALUE).orElse(model.dimension());
    if (!model.allowsDimension(dimension)) {
      throw RequestException.invalid(
          key,
          key
              + " is "
              + dimension
              + ", but the vectors of "
              + model.name()
              + " have "
              + model.dimension()
              + " dimensions and cannot be shortened to it");
    }
    return dimension;
  }

  private static void requireWholeTexts(Arguments arguments) {
    if (arguments.bool("late_chunking", false)) {
      throw RequestException.invalid(
          "late_chunking", "late_chunking is true, expected false: each text is encoded by itself");
    }
  }

  private static void write(
      JsonGenerator json, String model, float[][] vectors, Format format, long tokens)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("object", "list");
    json.writeArrayFieldStart("data");
    for (int i = 0; i < vectors.length; i++) {
      json.writeStartObject();
      json.writeStringField("object", "embedding");
      json.writeNumberField("index", i);
      json.writeFieldName("embedding");
      if (format.base64()) {
        json.writeBinary(format.type().bytes(vectors[i]));
      } else {
        format.type().write(json, vectors[i]);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("model", model);
    json.writeObjectFieldStart("usage");
    json.writeNumberField("prompt_tokens", tokens);
    json.writeNumberField("total_tokens", tokens);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Reads the texts of a request: strings, Jina's objects, or lists of token ids of the model. */
  private List<String> texts(JsonNode input, ServedModel model) {
    if (input.isTextual()) {
      return List.of(input.textValue());
    }
    if (!input.isArray()) {
      throw Arguments.wrongType("input", input, "a string, or a list of strings");
    }
    if (input.isEmpty()) {
      throw RequestException.of(
          RequestException.Reason.EMPTY, "input", "input is an empty list, expected texts");
    }
    if (input.get(0).isNumber()) {
      return List.of(decode("input", input, model));
    }
    if (input.size() > options.maxTexts()) {
      throw RequestException.invalid(
          "input", "input has " + input.size() + " texts, expected at most " + options.maxTexts());
    }
    String[] texts = new String[input.size()];
    for (int i = 0; i < texts.length; i++) {
      String key = "input[" + i + "]";
      JsonNode text = input.get(i);
      texts[i] =
          switch (text.getNodeType()) {
            case ARRAY -> decode(key, text, model);
            case OBJECT -> new Arguments((ObjectNode) text).string("text");
            default -> Arguments.text(key, text);
          };
    }
    return List.of(texts);
  }

  /**
   * Returns the text of token ids. Most clients that send ids use the vocabulary of a model of
   * OpenAI, in which they stand for another text.
   */
  private String decode(String key, JsonNode ids, ServedModel model) {
    if (!options.acceptTokenIds()) {
      throw RequestException.invalid(
          key,
          key
              + " is a list of token ids, expected text: the vocabulary of the client may be that"
              + " of another model. Let the client send texts, in LangChain by"
              + " OpenAIEmbeddings(check_embedding_ctx_length=False); or, if its ids are those of "
              + model.name()
              + ", start the server so that it accepts token ids");
    }
    return model.decode(Arguments.tokenIds(key, ids, model.tokenizer().vocabularySize()));
  }
}
