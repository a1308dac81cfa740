// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.isogloss.api.FieldName;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.api.query.QuerySyntax;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.catalog.VisibleIndexes;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;

/**
 * Reads a search from the keys of a JSON object, or from the parameters of a query string with the
 * same names.
 *
 * @param index the index to search
 * @param request the search
 */
public record SearchArguments(ServedIndex index, SearchRequest request) {
  /** Maximum number of results on a page. */
  static final int MAX_TOP = 1_000;

  /** Maximum rank of a result, because all results before it are computed too. */
  static final int MAX_RANK = 10_000;

  private static final int MAX_SNIPPET = 10_000;

  /** Maximum timeout in milliseconds: 24 days. */
  private static final int MAX_TIMEOUT = 24 * 24 * 60 * 60 * 1_000;

  private static final int MAX_ANSWERS = 20;

  /** Maximum number of passages that are read for answers: reading takes longer than searching. */
  private static final int MAX_ANSWER_PASSAGES = 50;

  private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,18}");
  private static final Set<String> LISTS =
      Set.of("languages", "facets", "prefer", "sort", "fields");
  private static final Set<String> NUMBERS =
      Set.of(
          "top",
          "page",
          "preference",
          "min_probability",
          "snippet_length",
          "answers",
          "answer_passages",
          "timeout_ms");
  private static final Set<String> BOOLEANS =
      Set.of("literal", "explain", "group_versions", "text");

  /**
   * Converts the parameters of a query string: lists are separated by commas, except for those in
   * quotation marks.
   */
  static Arguments ofParameters(Request request) {
    ObjectNode typed = JsonNodeFactory.instance.objectNode();
    request
        .parametersAsObject()
        .properties()
        .forEach(entry -> put(typed, entry.getKey(), entry.getValue().textValue()));
    return new Arguments(typed);
  }

  private static void put(ObjectNode typed, String name, String value) {
    if (LISTS.contains(name)) {
      ArrayNode list = typed.putArray(name);
      FieldName.split(value)
          .forEach(one -> list.add(name.equals("fields") ? FieldName.unquoted(one) : one));
    } else if (NUMBERS.contains(name)) {
      try {
        if (INTEGER.matcher(value).matches()) {
          typed.put(name, Long.parseLong(value));
        } else {
          typed.put(name, new BigDecimal(value).doubleValue());
        }
      } catch (NumberFormatException e) {
        throw RequestException.invalid(name, name + " is no number");
      }
    } else if (BOOLEANS.contains(name)) {
      if (!value.equals("true") && !value.equals("false")) {
        throw RequestException.invalid(name, name + " is not true or false");
      }
      typed.put(name, value.equals("true"));
    } else {
      typed.put(name, value);
    }
  }

  /**
   * Reads the keys that all searches have; the caller rejects others.
   *
   * @throws RequestException if a value is not allowed
   */
  public static SearchArguments read(Arguments arguments, VisibleIndexes indexes) {
    ServedIndex index = indexes.index(arguments.findString("index"));
    if (!arguments.has("query")) {
      throw RequestException.invalid(
          "query",
          "query is missing: add this key; /api/documents lists the documents that meet a filter");
    }
    Query query = query(arguments);
    Arguments.parse("query", query.text(), QuerySyntax::requireVisible);
    SearchRequest request =
        SearchRequest.of(query)
            .withLiteral(arguments.bool("literal", false))
            .withTop(arguments.integer("top", 1, MAX_TOP).orElse(SearchRequest.DEFAULT_TOP))
            .withLanguages(languages(arguments, "languages"))
            .withFacets(arguments.strings("facets").toArray(String[]::new))
            .withExplanations(arguments.bool("explain", false))
            .withUnit(
                arguments
                    .choice(
                        "unit",
                        Map.of("document", ResultUnit.DOCUMENT, "passage", ResultUnit.PASSAGE))
                    .orElse(ResultUnit.DOCUMENT));
    request =
        request.withPage(
            arguments.integer("page", 1, Math.max(1, MAX_RANK / request.top())).orElse(1));
    Optional<Pipeline> pipeline =
        arguments.findString("pipeline").map(text -> index.pipeline("pipeline", text));
    if (pipeline.isPresent()) {
      request = request.withPipeline(pipeline.get());
    }
    OptionalDouble preference = arguments.fraction("preference");
    if (preference.isPresent()) {
      request = request.withPreference(preference.getAsDouble());
    }
    Optional<Filter> filter =
        arguments
            .findString("filter")
            .filter(text -> !text.isBlank())
            .map(text -> Arguments.parse("filter", text, Filter::parse));
    if (filter.isPresent()) {
      request = request.withFilter(filter.get());
    }
    List<String> preferred =
        languages(arguments, "prefer").stream().map(LanguageRange::toString).toList();
    request = request.withPreferredLanguages(preferred.toArray(String[]::new));
    if (arguments.bool("group_versions", false)) {
      request = request.withGroupedTranslations();
    }
    request = withOrderAndFields(request, arguments);
    OptionalDouble probability = arguments.fraction("min_probability");
    if (probability.isPresent()) {
      request = request.withMinProbability(probability.getAsDouble());
    }
    OptionalInt timeout = arguments.integer("timeout_ms", 1, MAX_TIMEOUT);
    if (timeout.isPresent()) {
      request = request.withTimeout(Duration.ofMillis(timeout.getAsInt()));
    }
    int snippet = arguments.integer("snippet_length", 1, MAX_SNIPPET).orElse(0);
    return new SearchArguments(index, snippet > 0 ? request.withSnippetLength(snippet) : request);
  }

  private static SearchRequest withOrderAndFields(SearchRequest request, Arguments arguments) {
    List<String> keys = arguments.strings("sort");
    SearchRequest sorted = Arguments.parse("sort", keys.toArray(String[]::new), request::withSort);
    return arguments.has("fields") ? sorted.withFields(fields(arguments)) : sorted;
  }

  /** Reads the names of fields; a parameter without a value names none. */
  static String[] fields(Arguments arguments) {
    return arguments.strings("fields").stream()
        .filter(name -> !name.isBlank())
        .toArray(String[]::new);
  }

  /**
   * Reads the keys of answers, which only a search has.
   *
   * @throws RequestException if the index has no model that finds answers
   */
  public SearchArguments withAnswers(Arguments arguments) {
    OptionalInt count = arguments.integer("answers", 1, MAX_ANSWERS);
    OptionalInt passages = arguments.integer("answer_passages", 1, MAX_ANSWER_PASSAGES);
    if (count.isEmpty()) {
      if (passages.isPresent()) {
        throw RequestException.invalid(
            "answer_passages", "answer_passages needs answers, the number of answers");
      }
      return this;
    }
    if (index.answers().isEmpty()) {
      throw RequestException.invalid(
          "answers",
          "answers needs a model that finds answers, which this server does not have; remove the"
              + " key");
    }
    return new SearchArguments(
        index,
        request.withAnswers(
            count.getAsInt(), passages.orElse(SearchRequest.DEFAULT_ANSWER_PASSAGES)));
  }

  static Query query(Arguments arguments) {
    String text = arguments.string("query");
    Language language =
        arguments
            .findString("query_language")
            .map(tag -> Arguments.parse("query_language", tag, Language::of))
            .orElse(Language.UNDETERMINED);
    return new Query("q", language, text);
  }

  static List<LanguageRange> languages(Arguments arguments, String key) {
    return arguments.strings(key).stream()
        .map(tag -> Arguments.parse(key, tag, LanguageRange::of))
        .toList();
  }
}
