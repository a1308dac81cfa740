// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.rerank;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.isogloss.core.Passage;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedReranker;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.CompatibilityOptions;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;

/**
 * {@code POST /rerank}, {@code /v1/rerank} and {@code /v2/rerank}. A request with {@code texts} is
 * that of text-embeddings-inference, any other that of Cohere, Jina, Voyage or Infinity, which get
 * one reply with the keys of all: {@code results} has documents as objects or, at Infinity's {@code
 * /rerank}, as strings, {@code data} as strings. Relevance scores are probabilities.
 */
public final class RerankApi {
  private static final ErrorFormat ERRORS = new RerankErrors();
  private static final Set<String> FIELDS = Set.of("text", "title");

  private final Catalog catalog;
  private final CompatibilityOptions options;

  /** Creates the endpoints. */
  public RerankApi(Catalog catalog, CompatibilityOptions options) {
    this.catalog = catalog;
    this.options = options;
  }

  public List<Route> routes() {
    return List.of(route("/rerank", false), route("/v1/rerank", true), route("/v2/rerank", true));
  }

  /**
   * Returns a route.
   *
   * @param nested whether a text is inside an object, as Cohere's and Jina's are, not Infinity's
   */
  private Route route(String path, boolean nested) {
    return new Route(
        "POST",
        path,
        Access.READ,
        ERRORS,
        Route.Execution.POOL,
        request -> rerank(request, nested));
  }

  private Reply rerank(Request request, boolean nested) throws IOException {
    Arguments arguments = request.json();
    return arguments.has("texts")
        ? textEmbeddingsInference(arguments)
        : documents(arguments, nested);
  }

  private Reply documents(Arguments arguments, boolean nested) {
    List<Passage> documents = RerankRequest.documents(arguments, "documents", options.maxTexts());
    requireFields(arguments);
    OptionalInt topN = top(arguments, "top_n");
    OptionalInt topK = top(arguments, "top_k");
    RerankRequest ranked =
        new RerankRequest(
            RerankRequest.query(arguments),
            documents,
            RerankRequest.reranker(arguments, catalog),
            (topN.isPresent() ? topN : topK).orElse(documents.size()),
            arguments.bool("return_documents", false));
    boolean raw = arguments.bool("raw_scores", false);
    // Re-rankers read long texts in windows: nothing is divided or truncated.
    List.of("max_chunks_per_doc", "max_tokens_per_doc", "truncation").forEach(arguments::find);
    options.checkOthers(arguments);
    List<ServedReranker.Scored> results = ranked.rank();
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("id", UUID.randomUUID().toString());
    reply.put("object", "list");
    reply.put("model", ranked.reranker().name());
    putResults(reply.putArray("results"), ranked, results, raw, nested);
    putResults(reply.putArray("data"), ranked, results, raw, /* nested= */ false);
    reply.putObject("usage").put("total_tokens", ranked.tokens());
    ObjectNode meta = reply.putObject("meta");
    meta.putObject("api_version").put("version", "2");
    meta.putObject("billed_units").put("search_units", 1);
    return Reply.json(reply);
  }

  private static OptionalInt top(Arguments arguments, String key) {
    return arguments.integer(key, 1, Integer.MAX_VALUE);
  }

  /** Cohere's first version names the fields of a document to read. */
  private static void requireFields(Arguments arguments) {
    for (String field : arguments.strings("rank_fields")) {
      if (!FIELDS.contains(field)) {
        throw RequestException.invalid(
            "rank_fields", "rank_fields names " + field + ", expected text and title");
      }
    }
  }

  /**
   * Writes results.
   *
   * @param raw whether scores are those of the re-ranker, not probabilities
   * @param nested whether a text is inside an object, as Cohere's and Jina's are
   */
  private static void putResults(
      ArrayNode node,
      RerankRequest ranked,
      List<ServedReranker.Scored> results,
      boolean raw,
      boolean nested) {
    for (ServedReranker.Scored scored : results) {
      ObjectNode result = node.addObject();
      result.put("index", scored.index());
      result.put("relevance_score", raw ? scored.score() : scored.probability());
      if (ranked.returnDocuments()) {
        String text = ranked.documents().get(scored.index()).text();
        if (nested) {
          result.putObject("document").put("text", text);
        } else {
          result.put("document", text);
        }
      }
    }
  }

  private Reply textEmbeddingsInference(Arguments arguments) {
    List<String> texts = Arguments.strings("texts", arguments.require("texts"));
    if (texts.isEmpty() || texts.size() > options.maxTexts()) {
      throw RequestException.of(
          RequestException.Reason.TOO_LARGE,
          "texts",
          "texts has " + texts.size() + " elements, expected 1 to " + options.maxTexts());
    }
    RerankRequest ranked =
        new RerankRequest(
            RerankRequest.query(arguments),
            ServedReranker.passages(texts),
            catalog.reranker("model", Optional.empty()),
            top(arguments, "top_n").orElse(texts.size()),
            arguments.bool("return_text", false));
    boolean raw = arguments.bool("raw_scores", false);
    arguments.bool("truncate", false); // Nothing is truncated.
    requireRight(arguments);
    options.checkOthers(arguments);
    ArrayNode reply = JsonNodeFactory.instance.arrayNode();
    for (ServedReranker.Scored scored : ranked.rank()) {
      ObjectNode result = reply.addObject();
      result.put("index", scored.index());
      result.put("score", raw ? scored.score() : scored.probability());
      if (ranked.returnDocuments()) {
        result.put("text", texts.get(scored.index()));
      }
    }
    return Reply.json(reply);
  }

  /** Texts are truncated at their end, which these clients call right. */
  private static void requireRight(Arguments arguments) {
    String direction = arguments.findString("truncation_direction").orElse("Right");
    if (!direction.equalsIgnoreCase("Right")) {
      throw RequestException.invalid(
          "truncation_direction", "truncation_direction is " + direction + ", expected Right");
    }
  }
}
