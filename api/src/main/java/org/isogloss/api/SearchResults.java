// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.isogloss.core.Ranking;

/**
 * One page of the results of a search. All results come from the same commit of the index.
 *
 * @param request the request that was answered
 * @param pipeline the pipeline that was used: that of the request, or the default of the index
 * @param results the results, best first; empty after the last page or if nothing was found
 * @param answers the answers that were found in the passages of the first results, best first;
 *     empty unless requested
 * @param facets the numbers of likely documents with each value of the requested facets, in
 *     descending order, those of groups in the order of the groups
 * @param noConfidentResult whether it is not {@linkplain #CONFIDENT likely} that any result answers
 *     the query, by the sum of their probabilities, because each of several equally good answers
 *     has only a part of it; translations of a text have one probability, which counts once. False
 *     if probabilities are not known or there is no result
 * @param suggestion the query with other words for those that no document has, if they are probably
 *     misspelt: "did you mean"; empty if the query has operators
 * @param nothingFound what there would have been to find; empty if the search has hits or the page
 *     is not the first one
 * @param elapsed duration of the search; for a request in a batch, the duration of the group of
 *     requests with which it was answered
 */
public record SearchResults(
    SearchRequest request,
    String pipeline,
    List<SearchResult> results,
    List<Answer> answers,
    SequencedMap<String, List<FacetCount>> facets,
    boolean noConfidentResult,
    Optional<String> suggestion,
    Optional<NothingFound> nothingFound,
    Duration elapsed)
    implements Iterable<SearchResult> {
  /** Minimum probability that a result answers the query, if results are likely to do so. */
  public static final double CONFIDENT = 0.5;

  public SearchResults {
    requireNonNull(request, "request is null");
    requireNonNull(pipeline, "pipeline is null");
    requireNonNull(suggestion, "suggestion is null");
    requireNonNull(nothingFound, "nothingFound is null");
    requireNonNull(elapsed, "elapsed is null");
    results = List.copyOf(results);
    answers = List.copyOf(answers);
    facets = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(facets));
  }

  @Override
  public Iterator<SearchResult> iterator() {
    return results.iterator();
  }

  public Stream<SearchResult> stream() {
    return results.stream();
  }

  public int size() {
    return results.size();
  }

  /**
   * Whether answers were requested and no passage is likely to have one: for each of the passages
   * that were read, the model prefers no answer to the best one.
   */
  public boolean noConfidentAnswer() {
    return request.answers() > 0 && (answers.isEmpty() || !answers.getFirst().isConfident());
  }

  public boolean isEmpty() {
    return results.isEmpty();
  }

  /**
   * The hits only, for example for a run file; those with equal scores in the order of their ids.
   */
  public Ranking ranking() {
    return Ranking.of(results.stream().map(SearchResult::hit).toList());
  }
}
