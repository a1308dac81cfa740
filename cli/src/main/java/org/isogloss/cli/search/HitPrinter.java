// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.isogloss.api.Answer;
import org.isogloss.api.AnswerSource;
import org.isogloss.api.FacetCount;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.Translation;
import org.isogloss.api.json.SearchResultsJson;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.Terminal;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;

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

  /** Prints a table of the answers, as wide as the terminal. */
  String toAnswerTable(Console console) {
    Terminal terminal = console.terminal();
    HitTable table =
        HitTable.ofAnswers(terminal.tableColumns().orElse(0), terminal.supportsOutputStyles());
    for (int i = 0; i < results.answers().size(); i++) {
      Answer answer = results.answers().get(i);
      table.add(i + 1, answer, otherSources(answer));
    }
    return table.toString();
  }

  private static List<String> otherSources(Answer answer) {
    List<AnswerSource> others = answer.sources().subList(1, answer.sources().size());
    return others.isEmpty()
        ? List.of()
        : List.of(
            others.stream()
                .map(source -> inLanguage(source.language(), source.documentId()))
                .distinct()
                .collect(joining(", ", "also in ", "")));
  }

  /** Returns {@code de (ID)}. */
  private static String inLanguage(Language language, String documentId) {
    return language.tag() + " (" + Excerpt.unquoted(documentId) + ")";
  }

  /** Returns a note if answers were requested and none is confident. */
  Optional<String> toAnswerNote() {
    return results.noConfidentAnswer()
        ? Optional.of("No passage that was read contains a confident answer.")
        : Optional.empty();
  }

  private static List<String> remarks(SearchResult result) {
    List<String> remarks = new ArrayList<>();
    StringJoiner fields = new StringJoiner(" · ");
    result.page().ifPresent(page -> fields.add("page " + page));
    result
        .metadata()
        .fields()
        .forEach((name, value) -> fields.add(name + ": " + Excerpt.unquoted(value.toString())));
    if (fields.length() > 0) {
      remarks.add(fields.toString());
    }
    if (result.pinned()) {
      remarks.add("first for this query by the rules of the index");
    }
    if (result.preferred()) {
      remarks.add("above an answer as probable, for its language");
    }
    if (!result.translations().isEmpty()) {
      StringJoiner translations = new StringJoiner(", ", "also in ", "");
      for (Translation translation : result.translations()) {
        translations.add(inLanguage(translation.language(), translation.hit().documentId()));
      }
      remarks.add(translations.toString());
    }
    result.explanation().map(ExplanationFormat::lines).ifPresent(remarks::addAll);
    return remarks;
  }

  /** Returns a note if the first page has no probable hit. */
  Optional<String> toNote() {
    SearchRequest request = results.request();
    boolean restricted = !request.languages().isEmpty() || request.effectiveFilter().isPresent();
    String nothing = restricted ? "No document that was searched" : "Nothing in this index";
    if (request.page() > 1) {
      return Optional.empty();
    }
    if (results.isEmpty() && request.minProbability().orElse(0) > 0) {
      return Optional.of(
          nothing
              + " matches with a probability of "
              + request.minProbability().getAsDouble()
              + " or more.");
    }
    return results.noConfidentResult()
        ? Optional.of(nothing + " is a confident match.")
        : Optional.empty();
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
    try {
      return MAPPER
          .writerWithDefaultPrettyPrinter()
          .writeValueAsString(SearchResultsJson.write(results).put("pipeline", pipeline));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
