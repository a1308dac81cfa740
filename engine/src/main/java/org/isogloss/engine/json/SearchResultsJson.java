// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.metadata.PageStarts;
import org.isogloss.engine.Answer;
import org.isogloss.engine.AnswerSource;
import org.isogloss.engine.ResultVersion;
import org.isogloss.engine.SearchRequest;
import org.isogloss.engine.SearchResult;
import org.isogloss.engine.SearchResults;

/**
 * The results of a search as a JSON object. Positions are UTF-16 units: highlights in the snippet,
 * {@code start} and {@code end} of a passage in the text of its document, those of an answer and of
 * its sentence in the text of the passage.
 */
public final class SearchResultsJson {
  private SearchResultsJson() {}

  /**
   * Converts a page of results.
   *
   * @param pipeline the pipeline as the user wrote it
   */
  public static ObjectNode of(SearchResults results, String pipeline) {
    SearchRequest request = results.request();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("query", request.query().text());
    root.put("language", request.query().language().tag());
    root.put("pipeline", pipeline);
    root.put("offset", request.offset());
    if (request.answers() > 0) {
      root.set("answers", answers(results));
      root.put("nothing_surely_answers", results.nothingSurelyAnswers());
    }
    ArrayNode hits = root.putArray("hits");
    results.forEach(result -> hits.add(hit(result, request.groupsVersions())));
    if (!request.facets().isEmpty()) {
      putFacets(root, results);
    }
    return root;
  }

  /** Converts the answers of a page. */
  public static ArrayNode answers(SearchResults results) {
    ArrayNode answers = JsonNodeFactory.instance.arrayNode();
    results.answers().forEach(answer -> answers.add(answer(answer)));
    return answers;
  }

  private static ObjectNode answer(Answer answer) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("text", answer.text());
    node.put("score", answer.score());
    node.put("probability", answer.probability());
    ArrayNode sources = node.putArray("sources");
    for (AnswerSource source : answer.sources()) {
      ObjectNode entry =
          sources
              .addObject()
              .put("id", source.hit().documentId())
              .put("language", source.passage().language().tag())
              .put("title", source.passage().title())
              .put("passage", source.passage().ordinal())
              .put("start", source.span().start())
              .put("end", source.span().end());
      entry
          .putObject("sentence")
          .put("start", source.sentence().start())
          .put("end", source.sentence().end())
          .put("text", source.sentenceText());
    }
    return node;
  }

  private static ObjectNode hit(SearchResult result, boolean versions) {
    Hit hit = result.hit();
    Passage passage = result.passage();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("rank", result.rank());
    node.put("score", hit.score());
    result.probability().ifPresent(probability -> node.put("probability", probability));
    node.put("id", hit.documentId());
    node.put("language", passage.language().tag());
    node.put("title", passage.title());
    node.put("passage", passage.ordinal());
    node.put("start", passage.start());
    node.put("end", passage.end());
    result.page().ifPresent(page -> node.put("page", page));
    node.put("text", passage.text());
    node.set("metadata", MetadataJson.write(PageStarts.without(result.metadata())));
    node.put("snippet", result.snippet().text());
    ArrayNode highlights = node.putArray("highlights");
    for (Span span : result.snippet().highlights()) {
      highlights.addArray().add(span.start()).add(span.end());
    }
    if (versions) {
      ArrayNode others = node.putArray("versions");
      for (ResultVersion version : result.versions()) {
        others
            .addObject()
            .put("id", version.hit().documentId())
            .put("language", version.language().tag())
            .put("title", version.title())
            .put("passage", version.hit().passage());
      }
    }
    result
        .explanation()
        .ifPresent(explanation -> node.set("explanation", ExplanationJson.of(explanation)));
    return node;
  }

  private static void putFacets(ObjectNode root, SearchResults results) {
    ObjectNode facets = root.putObject("facets");
    results
        .facets()
        .forEach(
            (field, counts) -> {
              ArrayNode values = facets.putArray(field);
              counts.forEach(
                  count ->
                      values
                          .addObject()
                          .put("value", count.value())
                          .put("documents", count.documents()));
            });
  }
}
