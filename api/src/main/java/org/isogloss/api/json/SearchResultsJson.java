// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.OptionalDouble;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.Snippet;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.json.MetadataJson;

/**
 * The results of a search as a JSON object. The position of a passage is that in the text of its
 * document, that of a highlight is in the snippet.
 */
public final class SearchResultsJson {
  private SearchResultsJson() {}

  /** Writes a page of results, without its duration. */
  public static ObjectNode write(SearchResults results) {
    SearchRequest request = results.request();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("query", request.query().text());
    root.put("language", request.query().language().tag());
    request
        .languageProbability()
        .ifPresent(probability -> root.put("language_probability", probability));
    request.conditions().ifPresent(found -> root.put("conditions", found.toString()));
    results.suggestion().ifPresent(other -> root.put("suggestion", other));
    root.put("pipeline", results.pipeline());
    root.put("offset", request.offset());
    if (request.answers() > 0) {
      root.set("answers", AnswerJson.write(results.answers()));
      root.put("nothing_surely_answers", results.noConfidentAnswer());
    }
    ArrayNode hits = root.putArray("hits");
    results.forEach(result -> hits.add(write(result, request.groupsTranslations())));
    if (!request.facets().isEmpty()) {
      root.set("facets", FacetsJson.write(results.facets()));
    }
    results
        .nothingFound()
        .ifPresent(found -> root.set("nothing_found", NothingFoundJson.write(found)));
    return root;
  }

  /** Writes a page of results as a server sends it: with its duration. */
  public static ObjectNode writeReply(SearchResults results) {
    return write(results)
        .put("elapsed_ms", results.elapsed().toNanos() / 1e6)
        .put("nothing_surely_fits", results.noConfidentResult());
  }

  private static ObjectNode write(SearchResult result, boolean grouped) {
    Passage passage = result.passage();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("rank", result.rank());
    node.put("score", result.hit().score());
    result.probability().ifPresent(probability -> node.put("probability", probability));
    if (result.preferred()) {
      node.put("preferred", true);
    }
    if (result.pinned()) {
      node.put("pinned", true);
    }
    PassageJson.putDocument(node, passage);
    PassageJson.putPosition(node, passage);
    result.page().ifPresent(page -> node.put("page", page));
    node.put("text", passage.text());
    node.set("metadata", MetadataJson.write(result.metadata()));
    node.put("snippet", result.snippet().text());
    ArrayNode highlights = node.putArray("highlights");
    for (Span span : result.snippet().highlights()) {
      highlights.addArray().add(span.start()).add(span.end());
    }
    if (grouped) {
      TranslationJson.put(node, result.translations());
    }
    result
        .explanation()
        .ifPresent(explanation -> node.set("explanation", ExplanationJson.write(explanation)));
    return node;
  }

  /**
   * Reads a page of results as a server sends it.
   *
   * @param request the request that was sent; its query is replaced by the one that was searched
   * @throws IsoglossException if the object is not a page of results
   */
  public static SearchResults readReply(JsonObject json, SearchRequest request) {
    return json.create(
        () ->
            new SearchResults(
                searched(json, request),
                json.string("pipeline"),
                json.requiredObjects("hits").stream().map(SearchResultsJson::readResult).toList(),
                json.objects("answers").stream().map(AnswerJson::read).toList(),
                json.findObject("facets").map(FacetsJson::read).orElseGet(LinkedHashMap::new),
                json.booleanValue("nothing_surely_fits"),
                json.findString("suggestion"),
                json.findObject("nothing_found").map(NothingFoundJson::read),
                Duration.ofNanos(Math.round(json.number("elapsed_ms") * 1e6))));
  }

  /** Returns a request with the query and the language that were searched. */
  private static SearchRequest searched(JsonObject json, SearchRequest request) {
    Query query = new Query(request.query().id(), json.language("language"), json.string("query"));
    SearchRequest searched =
        json.findString("conditions")
            .map(found -> request.withConditions(query, Filter.parse(found)))
            .orElseGet(() -> request.withQuery(query));
    OptionalDouble probability = json.findNumber("language_probability");
    return probability.isPresent()
        ? searched.withIdentifiedLanguage(query.language(), probability.getAsDouble())
        : searched;
  }

  private static SearchResult readResult(JsonObject json) {
    Passage passage = PassageJson.read(json);
    return json.create(
        () ->
            new SearchResult(
                json.intAtLeast("rank", 1),
                new Hit(passage.documentId(), passage.ordinal(), json.number("score")),
                passage,
                json.findIntAtLeast("page", 1),
                json.metadata("metadata"),
                new Snippet(json.string("snippet"), json.spans("highlights")),
                json.findNumber("probability"),
                json.booleanOrDefault("preferred", false),
                json.booleanOrDefault("pinned", false),
                TranslationJson.read(json),
                json.findObject("explanation").map(entry -> ExplanationJson.read(entry, passage))));
  }
}
