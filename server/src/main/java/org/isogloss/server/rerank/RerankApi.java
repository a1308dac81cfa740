// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.rerank;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.isogloss.core.Passage;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedReranker;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;

/**
 * {@code POST /rerank}, {@code /v1/rerank} and {@code /v2/rerank}. A request with {@code texts} is
 * that of text-embeddings-inference, one with {@code top_k} or {@code truncation} Voyage's, any
 * other Cohere's or Jina's, which get one reply with the keys of both. Relevance scores are
 * probabilities.
 */
public final class RerankApi {
  private static final ErrorFormat ERRORS = new RerankErrors();
  private static final Set<String> FIELDS = Set.of("text", "title");

  private final Catalog catalog;
  private final int maxTexts;

  /**
   * Creates the endpoints.
   *
   * @param maxTexts maximum number of documents of a request
   */
  public RerankApi(Catalog catalog, int maxTexts) {
    this.catalog = catalog;
    this.maxTexts = maxTexts;
  }

  public List<Route> routes() {
    return Stream.of("/rerank", "/v1/rerank", "/v2/rerank")
        .map(
            path ->
                new Route("POST", path, Access.READ, ERRORS, Route.Execution.POOL, this::rerank))
        .toList();
  }

  private Reply rerank(Request request) throws IOException {
    Arguments arguments = request.json();
    if (arguments.has("texts")) {
      return textEmbeddingsInference(arguments);
    }
    return arguments.has("top_k") || arguments.has("truncation")
        ? voyage(arguments)
        : cohereOrJina(arguments);
  }

  private Reply cohereOrJina(Arguments arguments) {
    List<Passage> documents = RerankRequest.documents(arguments, "documents", maxTexts);
    requireFields(arguments);
    int chunks = arguments.integer("max_chunks_per_doc", 1, Integer.MAX_VALUE).orElse(1);
    if (chunks != 1) {
      throw RequestException.invalid(
          "max_chunks_per_doc",
          "max_chunks_per_doc is " + chunks + ", expected 1: documents are not divided");
    }
    RerankRequest ranked =
        new RerankRequest(
            RerankRequest.query(arguments),
            documents,
            RerankRequest.reranker(arguments, catalog),
            arguments.integer("top_n", 1, Integer.MAX_VALUE).orElse(documents.size()),
            arguments.bool("return_documents", false));
    arguments.requireNoOthers();
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("id", UUID.randomUUID().toString());
    reply.put("object", "list");
    reply.put("model", ranked.reranker().name());
    putResults(reply.putArray("results"), ranked, /* nested= */ true);
    reply.putObject("usage").put("total_tokens", ranked.tokens());
    ObjectNode meta = reply.putObject("meta");
    meta.putObject("api_version").put("version", "2");
    meta.putObject("billed_units").put("search_units", 1);
    return Reply.json(reply);
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

  private Reply voyage(Arguments arguments) {
    List<Passage> documents = RerankRequest.documents(arguments, "documents", maxTexts);
    RerankRequest ranked =
        new RerankRequest(
            RerankRequest.query(arguments),
            documents,
            RerankRequest.reranker(arguments, catalog),
            arguments.integer("top_k", 1, Integer.MAX_VALUE).orElse(documents.size()),
            arguments.bool("return_documents", false));
    // Re-rankers read long texts in windows: nothing is truncated.
    arguments.bool("truncation", true);
    arguments.requireNoOthers();
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("object", "list");
    putResults(reply.putArray("data"), ranked, /* nested= */ false);
    reply.put("model", ranked.reranker().name());
    reply.putObject("usage").put("total_tokens", ranked.tokens());
    return Reply.json(reply);
  }

  /**
   * Writes results.
   *
   * @param nested whether a text is inside an object, as Cohere's and Jina's are
   */
  private static void putResults(ArrayNode results, RerankRequest ranked, boolean nested) {
    for (ServedReranker.Scored scored : ranked.rank()) {
      ObjectNode result = results.addObject();
      result.put("index", scored.index());
      result.put("relevance_score", scored.probability());
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
    if (texts.isEmpty() || texts.size() > maxTexts) {
      throw RequestException.of(
          RequestException.Reason.TOO_LARGE,
          "texts",
          "texts has " + texts.size() + " elements, expected 1 to " + maxTexts);
    }
    RerankRequest ranked =
        new RerankRequest(
            RerankRequest.query(arguments),
            ServedReranker.passages(texts),
            catalog.reranker("model", Optional.empty()),
            texts.size(),
            arguments.bool("return_text", false));
    boolean raw = arguments.bool("raw_scores", false);
    arguments.bool("truncate", false); // Nothing is truncated.
    requireRight(arguments);
    arguments.requireNoOthers();
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
