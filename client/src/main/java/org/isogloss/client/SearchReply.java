// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.core.Language;

/**
 * A page of results.
 *
 * @param index the name of the index
 * @param query the text of the query
 * @param language the language of the query; {@link Language#UNDETERMINED} if it was not stated
 * @param pipeline the pipeline that was used
 * @param offset number of results on the pages before
 * @param hits the results, best first
 * @param answers the answers in the passages of the first hits, best first; empty unless requested
 * @param facets the values of each requested field, most frequent first; empty if none was
 *     requested
 * @param elapsed how long the server searched
 * @param nothingSurelyFits whether no hit answers the query with a probability of one half or more
 * @param nothingSurelyAnswers whether answers were requested and no passage that was read contains
 *     a confident one: the model prefers no answer to the best one, or found none
 */
public record SearchReply(
    String index,
    String query,
    Language language,
    String pipeline,
    int offset,
    List<SearchHit> hits,
    List<Answer> answers,
    SequencedMap<String, List<Facet>> facets,
    Duration elapsed,
    boolean nothingSurelyFits,
    boolean nothingSurelyAnswers) {
  /**
   * A value of a field among the documents found.
   *
   * @param value the value
   * @param documents number of documents that have it
   */
  public record Facet(String value, int documents) {
    public Facet {
      requireNonNull(value, "value is null");
    }

    private static Facet read(JsonReply json) {
      return new Facet(json.text("value"), json.integer("documents"));
    }
  }

  public SearchReply {
    requireNonNull(index, "index is null");
    requireNonNull(query, "query is null");
    requireNonNull(language, "language is null");
    requireNonNull(pipeline, "pipeline is null");
    requireNonNull(elapsed, "elapsed is null");
    hits = List.copyOf(hits);
    answers = List.copyOf(answers);
    facets = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(facets));
  }

  static SearchReply read(JsonReply json) {
    SequencedMap<String, List<Facet>> facets = new LinkedHashMap<>();
    Optional<JsonReply> counted = json.findObject("facets");
    counted.ifPresent(
        fields ->
            fields.keys().forEach(field -> facets.put(field, fields.list(field, Facet::read))));
    return new SearchReply(
        json.text("index"),
        json.text("query"),
        json.language("language"),
        json.text("pipeline"),
        json.integer("offset"),
        json.list("hits", SearchHit::read),
        json.listOrEmpty("answers", Answer::read),
        facets,
        Duration.ofNanos(Math.round(json.number("elapsed_ms") * 1e6)),
        json.bool("nothing_surely_fits"),
        json.boolOrFalse("nothing_surely_answers"));
  }
}
