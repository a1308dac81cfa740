// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.embedding;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
 * {@code POST /v1/embed} and {@code /v2/embed}, Cohere's. Without {@code embedding_types}, a reply
 * of the first version has a list of vectors; otherwise one has lists by type.
 */
public final class CohereEmbedApi {
  private static final ErrorFormat ERRORS =
      error ->
          Reply.json(
              error.reason().status(),
              JsonNodeFactory.instance.objectNode().put("message", error.getMessage()));

  private static final Map<String, Role> INPUT_TYPES =
      Map.of(
          "search_query", Role.QUERY,
          "search_document", Role.PASSAGE,
          "classification", Role.PASSAGE,
          "clustering", Role.PASSAGE);

  /**
   * Whether the end of a long text is ignored. Its start never is: then a long text is an error.
   */
  private static final Map<String, Boolean> TRUNCATIONS =
      Map.of("END", true, "NONE", false, "START", false);

  private static final String BASE64 = "base64";

  private final Catalog catalog;
  private final CompatibilityOptions options;

  /** Creates the endpoints. */
  public CohereEmbedApi(Catalog catalog, CompatibilityOptions options) {
    this.catalog = catalog;
    this.options = options;
  }

  public List<Route> routes() {
    return List.of(
        route("/v1/embed", request -> embed(request, "1")),
        route("/v2/embed", request -> embed(request, "2")));
  }

  private static Route route(String path, Endpoint endpoint) {
    return new Route("POST", path, Access.READ, ERRORS, Route.Execution.POOL, endpoint);
  }

  private Reply embed(Request request, String version) throws IOException {
    Arguments arguments = request.json();
    ServedModel model = catalog.models().model(arguments.findString("model"));
    Role role = arguments.choice("input_type", INPUT_TYPES).orElse(Role.PASSAGE);
    int dimension = EmbeddingsApi.dimension(arguments, "output_dimension", model);
    boolean truncate = arguments.choice("truncate", TRUNCATIONS).orElse(true);
    List<String> types = types(arguments);
    List<String> texts = Arguments.strings("texts", arguments.require("texts"));
    if (texts.isEmpty() || texts.size() > options.maxTexts()) {
      throw RequestException.invalid(
          "texts", "texts has " + texts.size() + " elements, expected 1 to " + options.maxTexts());
    }
    Arguments.requireNonBlank("texts", texts);
    options.checkOthers(arguments);
    ServedModel.Encoded encoded = model.encode("texts", texts, role, truncate).shortened(dimension);
    boolean byType = version.equals("2") || !types.isEmpty();
    List<String> written = types.isEmpty() ? List.of("float") : types;
    return Reply.vectors(
        json -> {
          json.writeStartObject();
          json.writeStringField("id", UUID.randomUUID().toString());
          json.writeStringField(
              "response_type", byType ? "embeddings_by_type" : "embeddings_floats");
          json.writeFieldName("embeddings");
          if (byType) {
            json.writeStartObject();
            for (String type : written) {
              json.writeFieldName(type);
              write(json, encoded.vectors(), type);
            }
            json.writeEndObject();
          } else {
            write(json, encoded.vectors(), "float");
          }
          json.writeArrayFieldStart("texts");
          for (String text : texts) {
            json.writeString(text);
          }
          json.writeEndArray();
          writeMeta(json, version, encoded.tokens());
          json.writeEndObject();
        });
  }

  /** Reads the types of the vectors, each once, in their order. */
  private static List<String> types(Arguments arguments) {
    List<String> types = arguments.strings("embedding_types").stream().distinct().toList();
    for (String type : types) {
      if (!type.equals(BASE64) && !VectorType.BY_NAME.containsKey(type)) {
        throw RequestException.invalid(
            "embedding_types",
            "embedding_types names "
                + type
                + ", expected base64, binary, float, int8, ubinary and uint8");
      }
    }
    return types;
  }

  private static void write(JsonGenerator json, float[][] vectors, String type) throws IOException {
    json.writeStartArray();
    for (float[] vector : vectors) {
      if (type.equals(BASE64)) {
        json.writeBinary(VectorType.FLOAT.bytes(vector));
      } else {
        VectorType.BY_NAME.get(type).write(json, vector);
      }
    }
    json.writeEndArray();
  }

  private static void writeMeta(JsonGenerator json, String version, long tokens)
      throws IOException {
    json.writeObjectFieldStart("meta");
    json.writeObjectFieldStart("api_version");
    json.writeStringField("version", version);
    json.writeEndObject();
    json.writeObjectFieldStart("billed_units");
    json.writeNumberField("input_tokens", tokens);
    json.writeEndObject();
    json.writeEndObject();
  }
}
