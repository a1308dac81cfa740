// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.json.AnswerJson;
import org.isogloss.core.Passage;
import org.isogloss.core.json.MetadataJson;

/**
 * The results of a search for an agent: the passages, after the answers if these were requested.
 */
final class McpSearchResults {
  private McpSearchResults() {}

  /**
   * Returns the results as JSON, in the form that the connectors of ChatGPT expect, with further
   * keys.
   */
  static ObjectNode json(String index, SearchResults results) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    note(results).ifPresent(note -> json.put("note", note));
    if (results.request().answers() > 0) {
      putAnswers(json, results);
    }
    ArrayNode hits = json.putArray("results");
    for (SearchResult result : results) {
      Passage passage = result.passage();
      ObjectNode hit =
          hits.addObject()
              .put("id", passage.documentId())
              .put("language", passage.language().tag())
              .put("title", passage.title().isEmpty() ? passage.documentId() : passage.title())
              .put("url", McpResources.url(index, passage.documentId(), result.metadata()))
              .put("text", passage.text())
              .put("score", result.hit().score());
      result.probability().ifPresent(probability -> hit.put("probability", probability));
      if (result.preferred()) {
        hit.put("preferred", true);
      }
      if (result.pinned()) {
        hit.put("pinned", true);
      }
      hit.set("metadata", MetadataJson.write(result.metadata()));
    }
    results.request().conditions().ifPresent(found -> json.put("conditions", found.toString()));
    results.suggestion().ifPresent(other -> json.put("suggestion", other));
    json.put("query_language", results.request().query().language().tag());
    results
        .request()
        .languageProbability()
        .ifPresent(probability -> json.put("query_language_probability", probability));
    return json;
  }

  /** Adds the answers, with whether one is sure: a model may take a guess for a fact. */
  static void putAnswers(ObjectNode json, SearchResults results) {
    json.set("answers", AnswerJson.write(results.answers()));
    json.put("nothing_surely_answers", results.noConfidentAnswer());
  }

  private static Optional<String> note(SearchResults results) {
    if (results.isEmpty()) {
      return Optional.of(
          Stream.concat(
                  Stream.of("Nothing found."),
                  results.nothingFound().stream().flatMap(why -> why.sentences().stream()))
              .collect(joining(" ")));
    }
    return results.noConfidentResult()
        ? Optional.of(
            "Nothing in this collection is a confident match for the query; these are the nearest"
                + " passages.")
        : Optional.empty();
  }
}
