// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.Ranking;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.explain.Snippet;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.storage.MissingPassageException;

/**
 * Makes the page of results that a request asks for.
 *
 * @param pipeline the pipeline that found the hits
 * @param probabilities computes the probabilities of hits; empty if they are not known
 * @param explainer creates what explains the hits of a ranking, if the request asks for it
 */
record ResultPage(
    SearchIndex index,
    SearchRequest request,
    Pipeline pipeline,
    Optional<Probabilities> probabilities,
    Function<Ranking, Explainer> explainer) {
  /** A text with the probability of its best version, if that is known. */
  private record Candidate(VersionGroup group, OptionalDouble probability) {}

  /**
   * Returns the results of the page.
   *
   * @param ranking the hits that are examined
   */
  List<SearchResult> of(Ranking ranking) {
    List<Candidate> page = page(ranking);
    if (page.isEmpty()) {
      return List.of();
    }
    Optional<Explainer> explaining =
        request.explanations() ? Optional.of(explainer.apply(ranking)) : Optional.empty();
    Function<Passage, Snippet> snippets = index.snippets(request.query(), request.snippetLength());
    IntStream positions = IntStream.range(0, page.size());
    // Explainers are not thread-safe; snippets need most of the time of a page without them.
    return (explaining.isPresent() ? positions : positions.parallel())
        .mapToObj(i -> result(i, page.get(i), snippets, explaining))
        .toList();
  }

  private SearchResult result(
      int position,
      Candidate candidate,
      Function<Passage, Snippet> snippets,
      Optional<Explainer> explaining) {
    VersionGroup group = candidate.group();
    Passage passage = passage(index, group.shown());
    return new SearchResult(
        (int) request.offset() + position + 1,
        group.hit(),
        passage,
        index.metadata(passage.documentId()),
        snippets.apply(passage),
        candidate.probability(),
        group.others().stream().map(other -> version(index, other)).toList(),
        explaining.map(known -> known.explain(passage)));
  }

  private List<Candidate> page(Ranking ranking) {
    int end = (int) Math.min(ranking.size(), request.offset() + request.depth());
    return request.minProbability().isPresent()
        ? onPage(probable(ranking, end))
        : candidates(onPage(groups(ranking, end).stream()));
  }

  /**
   * Returns the passages of the first results, whatever page is shown.
   *
   * @param ranking the hits that are examined
   * @param count maximum number of passages
   */
  List<AnswerSearch.Candidate> firstPassages(Ranking ranking, int count) {
    int end = Math.min(ranking.size(), count);
    Stream<VersionGroup> groups =
        request.minProbability().isPresent()
            ? probable(ranking, end).map(Candidate::group)
            : groups(ranking, end).stream();
    return groups
        .limit(count)
        .map(group -> new AnswerSearch.Candidate(group.hit(), passage(index, group.shown())))
        .toList();
  }

  /** Returns the texts that have the minimum probability, among those that are examined for it. */
  private Stream<Candidate> probable(Ranking ranking, int end) {
    requireProbabilities();
    double min = request.minProbability().getAsDouble();
    return candidates(groups(ranking, Math.max(end, SearchRequest.PROBABILITY_DEPTH))).stream()
        .filter(candidate -> candidate.probability().getAsDouble() >= min);
  }

  private <T> List<T> onPage(Stream<T> all) {
    return all.skip(request.offset()).limit(request.depth()).toList();
  }

  /** Returns the first {@code count} texts. */
  private List<VersionGroup> groups(Ranking ranking, int count) {
    return request.groupsVersions()
        ? VersionGroups.of(index, request, pipeline, ranking, count)
        : ranking.hits().stream().limit(count).map(VersionGroup::of).toList();
  }

  private void requireProbabilities() {
    if (probabilities.isEmpty()) {
      throw new IsoglossException(
          "the probabilities of the hits of \""
              + pipeline
              + "\" are not known, which a minimum probability needs; use a pipeline with a"
              + " re-ranker, and estimate its probabilities with judged queries if its model has"
              + " none");
    }
  }

  private List<Candidate> candidates(List<VersionGroup> groups) {
    List<Hit> best = groups.stream().map(VersionGroup::best).toList();
    Optional<double[]> found = probabilities.map(known -> known.of(request.query(), best));
    return IntStream.range(0, groups.size())
        .mapToObj(
            i ->
                new Candidate(
                    groups.get(i),
                    found.isPresent() ? OptionalDouble.of(found.get()[i]) : OptionalDouble.empty()))
        .toList();
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
    return index.passage(hit).orElseThrow(() -> new MissingPassageException(index.name(), hit));
  }
}
