// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Comparator.naturalOrder;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.isogloss.api.Answer;
import org.isogloss.api.Explanation;
import org.isogloss.api.FacetCount;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.StageRank;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Deadline;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.concurrent.Futures;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.search.BatchSearch;
import org.isogloss.search.QueryLimit;
import org.isogloss.search.relevance.TextRanker;
import org.isogloss.search.storage.MissingPassageException;
import org.isogloss.text.decoding.AnswerExtractor;

/**
 * Answers requests on one commit.
 *
 * @param commit the commit that is searched
 * @param defaultPipeline the pipeline of requests that do not specify one
 * @param rerankers finds a re-ranker by its name
 * @param extractor finds answers; empty if the engine has no model for it
 * @param workers create the results of a page
 * @param threads number of threads that a batch uses
 */
record RequestExecutor(
    Commit commit,
    Pipeline defaultPipeline,
    Function<String, PairScorer> rerankers,
    Optional<AnswerExtractor> extractor,
    WorkerPool workers,
    int threads) {
  private static final System.Logger LOG = System.getLogger(RequestExecutor.class.getName());

  /** Maximum number of attempts of a search whose hits other processes delete. */
  private static final int ATTEMPTS = 3;

  /** Maximum number of requests that one thread answers together. */
  private static final int CHUNK = 32;

  /** Requests that one retriever answers together, all of the same depth. */
  private record Batch(Commit.Setting setting, int depth) {}

  SearchResults answer(SearchRequest request) {
    requireParts(request);
    return inTime(List.of(request), () -> answer(batch(request), List.of(request)).getFirst());
  }

  /** Answers in the order of the requests. */
  List<SearchResults> answerAll(List<SearchRequest> requests) {
    requests.forEach(this::requireParts);
    return inTime(requests, () -> answerBatches(requests));
  }

  /** Does work within the longest timeout of some requests; without limit if one has none. */
  private static <T> T inTime(List<SearchRequest> requests, Supplier<T> work) {
    boolean limited = requests.stream().allMatch(request -> request.timeout().isPresent());
    Optional<Duration> longest =
        requests.stream().flatMap(request -> request.timeout().stream()).max(naturalOrder());
    return limited && longest.isPresent()
        ? Deadline.<T, RuntimeException>call(longest.get(), work::get)
        : work.get();
  }

  private List<SearchResults> answerBatches(List<SearchRequest> requests) {
    Map<Batch, List<Integer>> batches = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      batches.computeIfAbsent(batch(requests.get(i)), batch -> new ArrayList<>()).add(i);
    }
    SearchResults[] answers = new SearchResults[requests.size()];
    List<Runnable> tasks = new ArrayList<>();
    int workers = 1;
    for (Map.Entry<Batch, List<Integer>> entry : batches.entrySet()) {
      Batch batch = entry.getKey();
      // Fails on the caller's thread if the pipeline requires a component that is not available.
      commit.retriever(batch.setting());
      workers =
          Math.max(workers, BatchSearch.recommendedThreads(batch.setting().pipeline(), threads));
      List<Integer> positions = entry.getValue();
      int size = Math.clamp((positions.size() + workers - 1) / workers, 1, CHUNK);
      for (int from = 0; from < positions.size(); from += size) {
        List<Integer> chunk = positions.subList(from, Math.min(positions.size(), from + size));
        tasks.add(
            () -> {
              List<SearchResults> found = answer(batch, chunk.stream().map(requests::get).toList());
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
      tasks.forEach(task -> running.add(pool.submit(Deadline.inherited(task))));
      try {
        Futures.awaitAll(running, "the search");
      } catch (RuntimeException | Error e) {
        pool.shutdownNow();
        throw e;
      }
    }
  }

  /** Checks that there is what the results shall contain. */
  private void requireParts(SearchRequest request) {
    request.fields().ifPresent(fields -> fields.forEach(commit.index()::requireField));
    if (request.answers() > 0 && extractor.isEmpty()) {
      throw new IsoglossException(
          "the request asks for answers, which need a model with a head for question answering:"
              + " open the engine with one, or request no answers");
    }
  }

  private Batch batch(SearchRequest request) {
    int depth = Math.clamp(request.offset() + request.top(), 1, Integer.MAX_VALUE);
    if (LikelyHits.areNeeded(request)) {
      depth = Math.max(depth, SearchRequest.FACET_DEPTH);
    }
    if (request.minProbability().isPresent()) {
      depth = Math.max(depth, SearchRequest.PROBABILITY_DEPTH);
    }
    if (request.groupsTranslations()) {
      depth = Math.max(depth, SearchRequest.TRANSLATION_DEPTH);
    }
    if (request.answers() > 0) {
      depth = Math.max(depth, request.answerPassages());
    }
    depth = Math.max(depth, TextRanker.WINDOW);
    return new Batch(Commit.Setting.of(request, defaultPipeline), depth);
  }

  /** Repeats a search if one of its hits was deleted before its passage could be read. */
  private List<SearchResults> answer(Batch batch, List<SearchRequest> requests) {
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      try {
        return answerOnce(batch, requests);
      } catch (MissingPassageException e) {
        LOG.log(Level.DEBUG, "repeating a search: {0}", e.getMessage());
      }
    }
    return answerOnce(batch, requests);
  }

  private List<SearchResults> answerOnce(Batch batch, List<SearchRequest> requests) {
    long start = System.nanoTime();
    Pipeline pipeline = batch.setting().pipeline();
    List<Query> queries = requests.stream().map(SearchRequest::query).toList();
    List<Ranking> rankings = commit.retriever(batch.setting()).retrieveAll(queries, batch.depth());
    List<List<SearchResult>> pages = new ArrayList<>();
    List<List<Answer>> found = new ArrayList<>();
    List<SequencedMap<String, List<FacetCount>>> facets = new ArrayList<>();
    List<Boolean> unsure = new ArrayList<>();
    List<Optional<String>> suggestions = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      Deadline.check();
      SearchRequest request = requests.get(i);
      Ranking ranking = rankings.get(i);
      RankedHits ranked =
          RankedHits.of(commit.index(), textRanker(request, pipeline), request, ranking);
      Ranking likely = LikelyHits.of(request, pipeline, ranked);
      ResultPage page =
          new ResultPage(
              commit.index(),
              request,
              pipeline,
              ranked,
              request.sort().isEmpty() ? ranked.ranking() : likely);
      pages.add(page.results(() -> explainer(request, ranked, false), workers));
      unsure.add(page.noneIsLikely());
      found.add(answers(request, page));
      facets.add(facets(request, likely));
      // A suggestion has no operators, which would be lost.
      suggestions.add(
          request.conditions().isPresent()
              ? Optional.empty()
              : commit.index().suggestion(request.query(), request.languages(), request.filter()));
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    List<SearchResults> answers = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      SearchRequest request = requests.get(i);
      answers.add(
          new SearchResults(
              request,
              pipeline.toString(),
              pages.get(i),
              found.get(i),
              facets.get(i),
              unsure.get(i),
              suggestions.get(i),
              pages.get(i).isEmpty() && request.offset() == 0
                  ? Optional.of(Restrictions.of(request, commit.index()).explain(commit.index()))
                  : Optional.empty(),
              elapsed));
    }
    return answers;
  }

  private TextRanker textRanker(SearchRequest request, Pipeline pipeline) {
    return TextRanker.of(
        commit.index(),
        pipeline,
        name -> Optional.of(rerankers.apply(name)),
        request.groupsTranslations());
  }

  private List<Answer> answers(SearchRequest request, ResultPage page) {
    return request.answers() == 0
        ? List.of()
        : new AnswerSearch(extractor.orElseThrow())
            .answers(
                QueryLimit.truncate(request.query()),
                page.firstPassages(request.answerPassages()),
                request.answers());
  }

  private SequencedMap<String, List<FacetCount>> facets(SearchRequest request, Ranking likely) {
    return request.facets().isEmpty()
        ? new LinkedHashMap<>()
        : commit.index().facets(likely.hits(), request.facets());
  }

  /**
   * Explains the ranks of passages, which need not be results of the request.
   *
   * @param listener receives the number of explained passages
   * @throws IsoglossException if the index does not hold a passage
   */
  List<Explanation> explain(SearchRequest request, List<Hit> hits, IntConsumer listener) {
    return inTime(List.of(request), () -> explainAll(request, hits, listener));
  }

  private List<Explanation> explainAll(
      SearchRequest request, List<Hit> hits, IntConsumer listener) {
    List<Passage> passages =
        hits.stream().map(hit -> ResultPage.passage(commit.index(), hit)).toList();
    Explainer explainer = explainer(request, true);
    List<Explanation> explanations = new ArrayList<>();
    for (Passage passage : passages) {
      Deadline.check();
      explanations.add(explainer.explain(passage));
      listener.accept(explanations.size());
    }
    return explanations;
  }

  /** Returns the ranks of passages, which need not be results of the request, in each stage. */
  List<List<StageRank>> stageRanks(SearchRequest request, List<Hit> hits) {
    return inTime(
        List.of(request),
        () -> {
          Explainer explainer = explainer(request, false);
          return hits.stream().map(explainer::ranks).toList();
        });
  }

  private Explainer explainer(SearchRequest request, boolean occlusion) {
    Batch batch = batch(request);
    Ranking found = commit.retriever(batch.setting()).retrieve(request.query(), batch.depth());
    TextRanker ranker = textRanker(request, batch.setting().pipeline());
    return explainer(request, RankedHits.of(commit.index(), ranker, request, found), occlusion);
  }

  private Explainer explainer(SearchRequest request, RankedHits ranked, boolean occlusion) {
    Commit.Setting setting = Commit.Setting.of(request, defaultPipeline);
    return new Explainer(
        commit,
        QueryLimit.truncate(request.query()),
        setting,
        ranked,
        setting.pipeline().reranker().map(rerankers),
        occlusion);
  }
}
