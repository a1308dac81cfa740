// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.StringJoiner;
import org.isogloss.api.Answer;
import org.isogloss.api.AnswerSource;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.json.AnswerJson;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.json.MetadataJson;

/**
 * The results of a search for an agent: the passages, after the answers if these were requested.
 */
final class McpSearchResults {
  private McpSearchResults() {}

  /** Returns the results as text for the model of the agent. */
  static String text(SearchResults results) {
    StringJoiner text = new StringJoiner("\n\n");
    SearchRequest request = results.request();
    if (request.answers() > 0) {
      text.add(answers(results));
    }
    if (results.isEmpty()) {
      text.add("Nothing found.");
    } else if (results.noConfidentResult()) {
      text.add(
          "Nothing in this collection is a confident match for the query; the nearest passages"
              + " are:");
    }
    results.forEach(result -> text.add(passage(result)));
    request
        .languageProbability()
        .ifPresent(probability -> text.add(identified(request.query(), probability)));
    return text.toString();
  }

  private static String identified(Query query, double probability) {
    return String.format(
        Locale.ROOT,
        "The query was taken to be in %s (probability %.2f).",
        query.language().name(),
        probability);
  }

  /** Returns a line for each confident answer, because a model may take a guess for a fact. */
  private static String answers(SearchResults results) {
    if (results.noConfidentAnswer()) {
      return "No passage that was read contains a confident answer.";
    }
    StringJoiner lines = new StringJoiner("\n");
    lines.add("Answers:");
    results.answers().stream()
        .filter(Answer::isConfident)
        .map(Answer::source)
        .forEach(source -> lines.add(answer(source)));
    return lines.toString();
  }

  private static String answer(AnswerSource source) {
    return "- "
        + source.text()
        + " ["
        + source.language().tag()
        + "] (id "
        + source.documentId()
        + "): "
        + source.sentenceText();
  }

  private static String passage(SearchResult result) {
    Passage passage = result.passage();
    StringBuilder heading = new StringBuilder();
    heading.append(result.rank()).append(". [").append(passage.language().tag()).append("] ");
    heading.append(passage.title().isEmpty() ? "" : passage.title() + " ");
    heading.append("(id ").append(passage.documentId());
    result
        .probability()
        .ifPresent(
            probability ->
                heading.append(String.format(Locale.ROOT, ", probability %.2f", probability)));
    heading.append(")");
    return heading + "\n" + passage.text();
  }

  /** Returns the same as JSON for programs. */
  static ObjectNode json(SearchResults results) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (results.request().answers() > 0) {
      json.set("answers", AnswerJson.write(results.answers()));
      json.put("nothing_surely_answers", results.noConfidentAnswer());
    }
    ArrayNode hits = json.putArray("hits");
    for (SearchResult result : results) {
      Passage passage = result.passage();
      ObjectNode hit =
          hits.addObject()
              .put("id", passage.documentId())
              .put("language", passage.language().tag())
              .put("title", passage.title())
              .put("text", passage.text())
              .put("score", result.hit().score());
      result.probability().ifPresent(probability -> hit.put("probability", probability));
      hit.set("metadata", MetadataJson.write(result.metadata()));
    }
    json.put("query_language", results.request().query().language().tag());
    results
        .request()
        .languageProbability()
        .ifPresent(probability -> json.put("query_language_probability", probability));
    return json;
  }
}
