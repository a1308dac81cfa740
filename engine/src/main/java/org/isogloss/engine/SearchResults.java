package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.Ranking;
import org.isogloss.search.pipeline.Pipeline;

/**
 * One page of the results of a search. All of them are of one commit of the index.
 *
 * @param request what was searched for
 * @param pipeline how it was searched: the request's pipeline, or the engine's default
 * @param results best first; empty past the last page, and where nothing was found
 * @param elapsed time that the search took; of a request in a batch, the time of the requests that
 *     were answered together with it
 */
public record SearchResults(
    SearchRequest request, Pipeline pipeline, List<SearchResult> results, Duration elapsed)
    implements Iterable<SearchResult> {
  public SearchResults {
    requireNonNull(request, "request is null");
    requireNonNull(pipeline, "pipeline is null");
    requireNonNull(elapsed, "elapsed is null");
    results = List.copyOf(results);
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

  public boolean isEmpty() {
    return results.isEmpty();
  }

  /** The hits alone, such as for a run file. */
  public Ranking ranking() {
    return new Ranking(results.stream().map(SearchResult::hit).toList());
  }
}
