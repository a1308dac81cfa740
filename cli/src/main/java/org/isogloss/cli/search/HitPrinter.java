// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.Terminal;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.util.Excerpt;
import org.isogloss.engine.ResultVersion;
import org.isogloss.engine.SearchRequest;
import org.isogloss.engine.SearchResult;
import org.isogloss.engine.SearchResults;
import org.isogloss.search.FacetCount;
import org.isogloss.text.Span;

/** Prints the results of a search. */
record HitPrinter(SearchResults results) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Maximum number of values of a facet in a table. */
  private static final int MAX_VALUES = 10;

  /** Prints a table as wide as the terminal. */
  String toTable(Console console) {
    Terminal terminal = console.terminal();
    HitTable table =
        new HitTable(
            terminal.tableColumns().orElse(0),
            terminal.supportsOutputStyles(),
            results.request().snippetLength());
    for (SearchResult result : results) {
      table.add(result, remarks(result));
    }
    return table.toString();
  }

  private static List<String> remarks(SearchResult result) {
    List<String> remarks = new ArrayList<>();
    if (!result.metadata().isEmpty()) {
      StringJoiner fields = new StringJoiner(" · ");
      result
          .metadata()
          .fields()
          .forEach((name, value) -> fields.add(name + ": " + Excerpt.unquoted(value.toString())));
      remarks.add(fields.toString());
    }
    if (!result.versions().isEmpty()) {
      StringJoiner versions = new StringJoiner(", ", "also in ", "");
      for (ResultVersion version : result.versions()) {
        versions.add(
            version.language().tag() + " (" + Excerpt.unquoted(version.hit().documentId()) + ")");
      }
      remarks.add(versions.toString());
    }
    result.explanation().map(ExplanationFormat::lines).ifPresent(remarks::addAll);
    return remarks;
  }

  /** Returns a note if the first page has no probable hit. */
  Optional<String> toNote() {
    SearchRequest request = results.request();
    boolean restricted = !request.languages().isEmpty() || request.filter().isPresent();
    String nothing = restricted ? "No document that was searched" : "Nothing in this index";
    if (request.page() > 1) {
      return Optional.empty();
    }
    if (results.isEmpty() && request.minProbability().orElse(0) > 0) {
      return Optional.of(
          nothing
              + " fits with a probability of "
              + request.minProbability().getAsDouble()
              + " or more.");
    }
    return results.nothingSurelyFits() ? Optional.of(nothing + " surely fits.") : Optional.empty();
  }

  /** Returns a line for each facet: {@code category: recipe 12, news 3}. */
  List<String> toFacetLines() {
    List<String> lines = new ArrayList<>();
    results
        .facets()
        .forEach(
            (field, counts) -> {
              StringJoiner line = new StringJoiner(", ", field + ": ", "");
              for (FacetCount count : counts.subList(0, Math.min(MAX_VALUES, counts.size()))) {
                line.add(
                    Excerpt.unquoted(count.value()) + " " + Console.formatCount(count.documents()));
              }
              if (counts.size() > MAX_VALUES) {
                line.add(Console.formatCount(counts.size() - MAX_VALUES) + " more values");
              }
              lines.add(counts.isEmpty() ? field + ": none" : line.toString());
            });
    return lines;
  }

  /** Prints one object with all results. */
  String toJson(String pipeline) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("query", results.request().query().text());
    root.put("language", results.request().query().language().tag());
    root.put("pipeline", pipeline);
    root.put("offset", results.request().offset());
    ArrayNode hits = root.putArray("hits");
    for (SearchResult result : results) {
      Hit hit = result.hit();
      Passage passage = result.passage();
      ObjectNode node = hits.addObject();
      node.put("rank", result.rank());
      node.put("score", hit.score());
      result.probability().ifPresent(probability -> node.put("probability", probability));
      node.put("id", hit.documentId());
      node.put("language", passage.language().tag());
      node.put("title", passage.title());
      node.put("passage", passage.ordinal());
      node.put("start", passage.start());
      node.put("end", passage.end());
      node.put("text", passage.text());
      node.set("metadata", MetadataJson.write(result.metadata()));
      node.put("snippet", result.snippet().text());
      ArrayNode highlights = node.putArray("highlights");
      for (Span span : result.snippet().highlights()) {
        highlights.addArray().add(span.start()).add(span.end());
      }
      if (results.request().groupsVersions()) {
        ArrayNode versions = node.putArray("versions");
        for (ResultVersion version : result.versions()) {
          versions
              .addObject()
              .put("id", version.hit().documentId())
              .put("language", version.language().tag())
              .put("title", version.title())
              .put("passage", version.hit().passage());
        }
      }
      result
          .explanation()
          .map(ExplanationFormat::json)
          .ifPresent(explanation -> node.set("explanation", explanation));
    }
    if (!results.request().facets().isEmpty()) {
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
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
