// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.Snippet;
import org.isogloss.api.Translation;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.Ranking;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.PageStarts;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.storage.MissingPassageException;

/** The results of a request: its page, and the passages that are read for answers. */
final class ResultPage {
  private final SearchIndex index;
  private final SearchRequest request;
  private final Pipeline pipeline;
  private final RankedHits ranked;
  private final Ranking ranking;

  /** The texts with the minimum probability, if the request asks for one. */
  private final Optional<List<TranslationGroup>> probable;

  /** The texts on the page. */
  private final List<TranslationGroup> page;

  /**
   * Creates the page.
   *
   * @param pipeline the pipeline that found the hits
   * @param ranked what is known about the hits
   * @param ranking the hits that are examined
   * @throws IsoglossException if the request asks for a minimum probability, but none is known
   */
  ResultPage(
      SearchIndex index,
      SearchRequest request,
      Pipeline pipeline,
      RankedHits ranked,
      Ranking ranking) {
    this.index = index;
    this.request = request;
    this.pipeline = pipeline;
    this.ranked = ranked;
    this.ranking = ranking;
    this.probable =
        request.minProbability().isPresent() ? Optional.of(probable()) : Optional.empty();
    this.page = page();
  }

  /** Whether it is not likely that any of the results answers the query. */
  boolean noneIsLikely() {
    return ranked.noneIsLikely(page.stream().map(TranslationGroup::best).toList());
  }

  /**
   * Returns the results.
   *
   * @param explainer creates the explainer of the hits, if the request asks for explanations
   * @param workers create the results
   */
  List<SearchResult> results(Supplier<Explainer> explainer, WorkerPool workers) {
    if (page.isEmpty()) {
      return List.of();
    }
    Optional<Explainer> explaining =
        request.explanations() ? Optional.of(explainer.get()) : Optional.empty();
    Function<Passage, Snippet> snippets = index.snippets(request.query(), request.snippetLength());
    // Explainers are not thread-safe; snippets need most of the time of a page without them.
    return (explaining.isPresent() ? WorkerPool.CALLER : workers)
        .map(page.size(), i -> result(i, page.get(i), snippets, explaining));
  }

  private SearchResult result(
      int position,
      TranslationGroup group,
      Function<Passage, Snippet> snippets,
      Optional<Explainer> explaining) {
    Passage passage = passage(index, group.shown());
    Metadata metadata = index.metadata(passage.documentId());
    return new SearchResult(
        (int) request.offset() + position + 1,
        group.hit(),
        passage,
        PageStarts.findPage(metadata, passage.start()),
        shown(metadata),
        snippets.apply(passage),
        ranked.probability(group.best()),
        ranked.isPreferred(group.best()),
        ranked.isPinned(group.best()),
        group.others().stream().map(other -> translation(index, other)).toList(),
        explaining.map(known -> known.explain(passage)));
  }

  /** Returns the fields that the request asks for. */
  private Metadata shown(Metadata metadata) {
    Metadata all = PageStarts.without(metadata);
    return request.fields().map(all::retain).orElse(all);
  }

  private List<TranslationGroup> page() {
    return onPage(probable.map(this::ordered).orElseGet(() -> groups(pageEnd())).stream());
  }

  /** Number of texts up to the end of the page. */
  private int pageEnd() {
    return (int) Math.min(ranking.size(), request.offset() + request.top());
  }

  /**
   * Returns the passages of the first results, whatever page is shown.
   *
   * @param count maximum number of passages
   */
  List<Passage> firstPassages(int count) {
    Stream<TranslationGroup> groups =
        probable.orElseGet(() -> byRank(Math.min(ranking.size(), count))).stream();
    return groups.limit(count).map(group -> passage(index, group.shown())).toList();
  }

  /** Returns the texts that have the minimum probability, among those that are examined for it. */
  private List<TranslationGroup> probable() {
    requireProbabilities();
    double min = request.minProbability().getAsDouble();
    int read = request.answers() > 0 ? Math.min(ranking.size(), request.answerPassages()) : 0;
    int examined =
        request.sort().isEmpty()
            ? Math.max(Math.max(pageEnd(), read), SearchRequest.PROBABILITY_DEPTH)
            : ranking.size();
    return byRank(examined).stream()
        .filter(group -> ranked.probability(group.best()).orElse(0) >= min)
        .toList();
  }

  private <T> List<T> onPage(Stream<T> all) {
    return all.skip(request.offset()).limit(request.top()).toList();
  }

  private List<TranslationGroup> ordered(List<TranslationGroup> groups) {
    return request.sort().isEmpty() ? groups : sorted(groups);
  }

  /** Returns the first {@code count} texts. */
  private List<TranslationGroup> groups(int count) {
    return request.sort().isEmpty()
        ? byRank(count)
        : sorted(byRank(ranking.size())).stream().limit(count).toList();
  }

  private List<TranslationGroup> byRank(int count) {
    return request.groupsTranslations()
        ? TranslationGroups.of(index, request, pipeline, ranking, count)
        : ranking.hits().stream().limit(count).map(TranslationGroup::of).toList();
  }

  /** Sorts texts by the fields of the documents that are shown. */
  private List<TranslationGroup> sorted(List<TranslationGroup> groups) {
    Set<String> documents =
        groups.stream().map(group -> group.shown().documentId()).collect(Collectors.toSet());
    Comparator<String> order = index.documentOrder(documents, request.sort());
    return groups.stream()
        .sorted(Comparator.comparing(group -> group.shown().documentId(), order))
        .toList();
  }

  private void requireProbabilities() {
    if (!ranked.hasProbabilities()) {
      throw new IsoglossException(
          "the probabilities of the hits of \""
              + pipeline
              + "\" are not known, which a minimum probability needs; use a pipeline with a"
              + " re-ranker or with vectors, and estimate its probabilities with judged queries if"
              + " its model has none");
    }
  }

  private static Translation translation(SearchIndex index, Hit hit) {
    Passage passage = passage(index, hit);
    return new Translation(hit, passage.language(), passage.title());
  }

  /**
   * The passage of a hit.
   *
   * @throws IsoglossException if the index does not contain it
   */
  static Passage passage(SearchIndex index, Hit hit) {
    return index.passage(hit).orElseThrow(() -> new MissingPassageException(index.name(), hit));
  }
}
