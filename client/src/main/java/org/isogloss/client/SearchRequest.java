// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;

/**
 * A search request. Options that are not set have the defaults of the server.
 *
 * <pre>{@code
 * SearchRequest.of("pumpkin soup").withLanguages("de", "pl").withFilter("year >= 2020").withTop(5)
 * }</pre>
 *
 * <p>The server checks pipelines, filters and names. Objects of this class are immutable.
 */
public final class SearchRequest {
  /** The unit of the results of a search. */
  public enum Unit {
    /** Documents; each appears once, at the rank of its best passage. */
    DOCUMENT,
    /** Passages; several may belong to the same document. */
    PASSAGE
  }

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The body of the request without the index; never changed. */
  private final ObjectNode json;

  private SearchRequest(ObjectNode json) {
    this.json = json;
  }

  /** Creates a request for a text in any language. */
  public static SearchRequest of(String query) {
    return new SearchRequest(
        NODES.objectNode().put("query", requireNonNull(query, "query is null")));
  }

  /** Returns a new object, which the caller may change. */
  ObjectNode json() {
    return json.deepCopy();
  }

  private SearchRequest with(String key, JsonNode value) {
    ObjectNode copy = json();
    copy.set(key, value);
    return new SearchRequest(copy);
  }

  private static ArrayNode array(String... elements) {
    ArrayNode array = NODES.arrayNode();
    for (String element : elements) {
      array.add(requireNonNull(element, "an element is null"));
    }
    return array;
  }

  private static ArrayNode ranges(String... tags) {
    for (String tag : tags) {
      LanguageRange.of(tag);
    }
    return array(tags);
  }

  private static JsonNode atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 or more");
    }
    return NODES.numberNode(value);
  }

  private static JsonNode oneTo(String name, int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 to " + max);
    }
    return NODES.numberNode(value);
  }

  private static JsonNode fraction(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 0 to 1");
    }
    return NODES.numberNode(value);
  }

  /** Returns a copy with another query. */
  public SearchRequest withQuery(String query) {
    return with("query", NODES.textNode(requireNonNull(query, "query is null")));
  }

  /** Returns a copy that states the language of the query. */
  public SearchRequest withQueryLanguage(Language language) {
    return with("query_language", NODES.textNode(language.tag()));
  }

  /** Returns a copy with a pipeline such as {@code {bm25, dense}fair}. */
  public SearchRequest withPipeline(String pipeline) {
    return with("pipeline", NODES.textNode(requireNonNull(pipeline, "pipeline is null")));
  }

  /**
   * Returns a copy that finds only documents in some languages; in all languages if none is given.
   *
   * @param tags language tags such as {@code de} or {@code zh-Hant}
   * @throws IsoglossException if a tag is not a known language
   */
  public SearchRequest withLanguages(String... tags) {
    return with("languages", ranges(tags));
  }

  /**
   * Returns a copy that finds only documents that meet a filter.
   *
   * @param filter a condition such as {@code category = "recipe" and year >= 2020}; not blank
   */
  public SearchRequest withFilter(String filter) {
    if (requireNonNull(filter, "filter is null").isBlank()) {
      // The server would take it for no filter.
      throw new IllegalArgumentException("the filter is blank, expected a condition");
    }
    return with("filter", NODES.textNode(filter));
  }

  /**
   * Returns a copy that counts the values of fields.
   *
   * @param fields names of fields; {@code language} counts languages
   */
  public SearchRequest withFacets(String... fields) {
    return with("facets", array(fields));
  }

  /**
   * Returns a copy with another balance between languages.
   *
   * @param fairness from 0, which prefers the query language, to 1, which treats all languages
   *     alike
   */
  public SearchRequest withFairness(double fairness) {
    return with("fairness", fraction("fairness", fairness));
  }

  /** Returns a copy with another unit of results. The default is the document. */
  public SearchRequest withUnit(Unit unit) {
    return with("unit", NODES.textNode(unit.name().toLowerCase(Locale.ROOT)));
  }

  /** Returns a copy with another number of results on a page, 1 or more. The default is 10. */
  public SearchRequest withTop(int top) {
    return with("top", atLeastOne("top", top));
  }

  /** Returns a copy for another page of results, from 1. */
  public SearchRequest withPage(int page) {
    return with("page", atLeastOne("page", page));
  }

  /**
   * Returns a copy in which translations of one text are one result.
   *
   * @param preferred languages of the version that is shown, the preferred one first; the query
   *     language if none is given
   * @throws IsoglossException if one of them is not a known language
   */
  public SearchRequest withGroupedVersions(String... preferred) {
    return with("group_versions", NODES.booleanNode(true)).with("prefer", ranges(preferred));
  }

  /**
   * Returns a copy that leaves out results that answer the query with a smaller probability, from 0
   * to 1. The pipeline needs a re-ranker whose probabilities are known.
   */
  public SearchRequest withMinProbability(double minProbability) {
    return with("min_probability", fraction("minProbability", minProbability));
  }

  /** Returns a copy with another maximum number of characters of a snippet, 1 or more. */
  public SearchRequest withSnippetLength(int snippetLength) {
    return with("snippet_length", atLeastOne("snippetLength", snippetLength));
  }

  /**
   * Returns a copy that also looks for answers in the passages of the first 10 hits, whatever page
   * is requested. The server needs a model for it: {@link IndexDescription#answers}.
   *
   * @param count maximum number of answers, 1 to 20
   */
  public SearchRequest withAnswers(int count) {
    ObjectNode copy = json();
    copy.set("answers", oneTo("count", count, 20));
    copy.remove("answer_passages");
    return new SearchRequest(copy);
  }

  /**
   * Returns a copy that also looks for answers in the passages of another number of hits.
   *
   * @param count maximum number of answers, 1 to 20
   * @param passages number of the first hits whose passages are read, 1 to 50
   */
  public SearchRequest withAnswers(int count, int passages) {
    return withAnswers(count).with("answer_passages", oneTo("passages", passages, 50));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SearchRequest request && json.equals(request.json);
  }

  @Override
  public int hashCode() {
    return json.hashCode();
  }

  /** Returns the request as JSON. */
  @Override
  public String toString() {
    return json.toString();
  }
}
