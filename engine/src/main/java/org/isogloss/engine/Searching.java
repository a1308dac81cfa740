// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.search.BatchSearch;
import org.isogloss.search.FacetCount;
import org.isogloss.search.QueryLimit;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.Pipeline;

/**
 * Answers requests on one commit.
 *
 * @param commit the commit that is searched
 * @param defaultPipeline the pipeline of requests that do not specify one
 * @param rerankers finds a re-ranker by its name
 * @param threads number of threads that a batch uses
 */
record Searching(
    Commit commit, Pipeline defaultPipeline, Function<String, PairScorer> rerankers, int threads) {
  /** Maximum number of requests that one thread answers together. */
  private static final int CHUNK = 32;

  /** Requests that one retriever answers together, all of the same depth. */
  private record Group(Commit.Setting setting, int depth) {}

  SearchResults answer(SearchRequest request) {
    return answer(group(request), List.of(request)).getFirst();
  }

  /** Answers in the order of the requests. */
  List<SearchResults> answerAll(List<SearchRequest> requests) {
    Map<Group, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      groups.computeIfAbsent(group(requests.get(i)), group -> new ArrayList<>()).add(i);
    }
    SearchResults[] answers = new SearchResults[requests.size()];
    List<Runnable> tasks = new ArrayList<>();
    int workers = 1;
    for (Map.Entry<Group, List<Integer>> entry : groups.entrySet()) {
      Group group = entry.getKey();
      // Fails on the caller's thread if the pipeline requires a component that is not available.
      commit.retriever(group.setting());
      workers =
          Math.max(workers, BatchSearch.recommendedThreads(group.setting().pipeline(), threads));
      List<Integer> positions = entry.getValue();
      int size = Math.clamp((positions.size() + workers - 1) / workers, 1, CHUNK);
      for (int from = 0; from < positions.size(); from += size) {
        List<Integer> chunk = positions.subList(from, Math.min(positions.size(), from + size));
        tasks.add(
            () -> {
              List<SearchResults> found = answer(group, chunk.stream().map(requests::get).toList());
              for (int i = 0; i < found.size(); i++) {
                answers[chunk.get(i)] = found.get(i);
              }
            });
      }
    }
    run(tasks, Math.min(workers, tasks.size()));
    return List.copyOf(Arrays.asList(answers));
  }

  private static void run(List<Runnable> tasks, int workers) {
    if (tasks.size() <= 1) {
      tasks.forEach(Runnable::run);
      return;
    }
    try (ExecutorService pool =
        Executors.newFixedThreadPool(
            workers, Thread.ofPlatform().daemon().name("isogloss-batch-", 0).factory())) {
      List<Future<?>> running = new ArrayList<>();
      tasks.forEach(task -> running.add(pool.submit(task)));
      try {
        for (Future<?> task : running) {
          task.get();
        }
      } catch (InterruptedException e) {
        pool.shutdownNow();
        Thread.currentThread().interrupt();
        throw new IsoglossException("the search was interrupted", e);
      } catch (ExecutionException e) {
        pool.shutdownNow();
        if (e.getCause() instanceof RuntimeException exception) {
          throw exception;
        }
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw new IllegalStateException(e);
      }
    }
  }

  private Pipeline pipeline(SearchRequest request) {
    return request.pipeline().orElse(defaultPipeline);
  }

  private Group group(SearchRequest request) {
    int min =
        Math.max(
            request.facets().isEmpty() ? 1 : SearchRequest.FACET_DEPTH,
            request.minProbability().isEmpty() ? 1 : SearchRequest.PROBABILITY_DEPTH);
    return new Group(
        new Commit.Setting(
            pipeline(request), request.languages(), request.filter(), request.unit()),
        Math.clamp(request.offset() + request.depth(), min, Integer.MAX_VALUE));
  }

  private List<SearchResults> answer(Group group, List<SearchRequest> requests) {
    long start = System.nanoTime();
    List<Query> queries = requests.stream().map(SearchRequest::query).toList();
    List<Ranking> rankings = commit.retriever(group.setting()).retrieveAll(queries, group.depth());
    List<List<SearchResult>> pages = new ArrayList<>();
    List<SequencedMap<String, List<FacetCount>>> facets = new ArrayList<>();
    Optional<Probabilities> probabilities =
        Probabilities.of(commit.index(), group.setting().pipeline(), rerankers);
    for (int i = 0; i < requests.size(); i++) {
      SearchRequest request = requests.get(i);
      Ranking ranking = probable(request, rankings.get(i), probabilities);
      pages.add(page(request, ranking, probabilities));
      facets.add(facets(request, ranking));
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    List<SearchResults> answers = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      SearchRequest request = requests.get(i);
      answers.add(
          new SearchResults(request, pipeline(request), pages.get(i), facets.get(i), elapsed));
    }
    return answers;
  }

  private SequencedMap<String, List<FacetCount>> facets(SearchRequest request, Ranking ranking) {
    return request.facets().isEmpty()
        ? new LinkedHashMap<>()
        : commit.index().facets(ranking.top(SearchRequest.FACET_DEPTH), request.facets());
  }

  /** Leaves out the hits that are less probable than a request demands. */
  private Ranking probable(
      SearchRequest request, Ranking ranking, Optional<Probabilities> probabilities) {
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
                            + pipeline(request)
                            + "\" are not known, which a minimum probability needs; use a pipeline"
                            + " that ends with a re-ranker, and estimate its probabilities with"
                            + " judged queries if its model has none"))
            .of(request.query(), ranking.hits());
    return new Ranking(
        IntStream.range(0, found.length)
            .filter(i -> found[i] >= min)
            .mapToObj(ranking.hits()::get)
            .toList());
  }

  private List<SearchResult> page(
      SearchRequest request, Ranking ranking, Optional<Probabilities> probabilities) {
    List<Hit> hits = ranking.page(request.offset(), request.depth()).hits();
    if (hits.isEmpty()) {
      return List.of();
    }
    Optional<double[]> found = probabilities.map(known -> known.of(request.query(), hits));
    Optional<Explainer> explainer =
        request.explanations() ? Optional.of(explainer(request, false)) : Optional.empty();
    List<SearchResult> results = new ArrayList<>();
    for (int i = 0; i < hits.size(); i++) {
      Hit hit = hits.get(i);
      int rank = (int) request.offset() + i + 1;
      Passage passage = passage(commit.index(), hit);
      results.add(
          new SearchResult(
              rank,
              hit,
              passage,
              commit.index().metadata(hit.documentId()),
              commit.index().snippet(request.query(), passage, request.snippetLength()),
              found.isPresent() ? OptionalDouble.of(found.get()[i]) : OptionalDouble.empty(),
              explainer.map(known -> known.explain(rank, hit, passage))));
    }
    return results;
  }

  /**
   * Explains the ranks of passages, which need not be results of the request.
   *
   * @param listener receives the number of explained passages
   * @throws IsoglossException if the index does not hold a passage
   */
  List<Explanation> explain(SearchRequest request, List<Hit> hits, IntConsumer listener) {
    List<Passage> passages = hits.stream().map(hit -> passage(commit.index(), hit)).toList();
    Explainer explainer = explainer(request, true);
    List<Explanation> explanations = new ArrayList<>();
    for (Passage passage : passages) {
      explanations.add(explainer.explain(passage));
      listener.accept(explanations.size());
    }
    return explanations;
  }

  private Explainer explainer(SearchRequest request, boolean occlusion) {
    Group group = group(request);
    return new Explainer(
        commit,
        QueryLimit.truncate(request.query()),
        group.setting(),
        group.depth(),
        pipeline(request).reranker().map(rerankers),
        occlusion);
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
