// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.Ranking;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.Pipeline;

/**
 * Makes the page of results that a request asks for.
 *
 * @param pipeline the pipeline that found the hits
 * @param probabilities computes the probabilities of hits; empty if they are not known
 * @param explainer creates what explains the results, if the request asks for it
 */
record ResultPage(
    SearchIndex index,
    SearchRequest request,
    Pipeline pipeline,
    Optional<Probabilities> probabilities,
    Supplier<Explainer> explainer) {
  /** Leaves out the hits that are less probable than the request demands. */
  Ranking probable(Ranking ranking) {
    if (request.minProbability().isEmpty()) {
      return ranking;
    }
    double min = request.minProbability().getAsDouble();
    double[] found =
        probabilities
            .orElseThrow(
                () ->
                    new IsoglossException(
                        "the probabilities of the hits of \""
                            + pipeline
                            + "\" are not known, which a minimum probability needs; use a pipeline"
                            + " with a re-ranker, and estimate its probabilities with judged"
                            + " queries if its model has none"))
            .of(request.query(), ranking.hits());
    return new Ranking(
        IntStream.range(0, found.length)
            .filter(i -> found[i] >= min)
            .mapToObj(ranking.hits()::get)
            .toList());
  }

  /** Returns the results of the page. */
  List<SearchResult> of(Ranking ranking) {
    List<VersionGroup> groups =
        request.groupsVersions()
            ? VersionGroups.of(index, request, ranking)
            : ranking.hits().stream().map(VersionGroup::of).toList();
    List<VersionGroup> page =
        groups.stream().skip(request.offset()).limit(request.depth()).toList();
    if (page.isEmpty()) {
      return List.of();
    }
    List<Hit> hits = page.stream().map(VersionGroup::shown).toList();
    Optional<double[]> found = probabilities.map(known -> known.of(request.query(), hits));
    Optional<Explainer> explaining =
        request.explanations() ? Optional.of(explainer.get()) : Optional.empty();
    List<SearchResult> results = new ArrayList<>();
    for (int i = 0; i < hits.size(); i++) {
      Hit hit = hits.get(i);
      int rank = (int) request.offset() + i + 1;
      Passage passage = passage(index, hit);
      results.add(
          new SearchResult(
              rank,
              hit,
              passage,
              index.metadata(hit.documentId()),
              index.snippet(request.query(), passage, request.snippetLength()),
              found.isPresent() ? OptionalDouble.of(found.get()[i]) : OptionalDouble.empty(),
              page.get(i).others().stream().map(other -> version(index, other)).toList(),
              explaining.map(known -> known.explain(rank, hit, passage))));
    }
    return results;
  }

  private static ResultVersion version(SearchIndex index, Hit hit) {
    Passage passage = passage(index, hit);
    return new ResultVersion(hit, passage.language(), passage.title());
  }

  /**
   * The passage of a hit.
   *
   * @throws IsoglossException if the index does not hold it
   */
  static Passage passage(SearchIndex index, Hit hit) {
    return index
        .passage(hit)
        .orElseThrow(
            () ->
                new IsoglossException(
                    "the index has no passage "
                        + hit.passage()
                        + " of a document "
                        + hit.documentId()));
  }
}
