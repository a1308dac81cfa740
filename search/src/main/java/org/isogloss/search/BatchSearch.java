// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.concurrent.Futures;
import org.isogloss.search.retrieve.RankingDepth;

/** Runs many queries on several threads. */
public final class BatchSearch {
  /** Number of queries that a thread processes as one batch. */
  private static final int CHUNK_SIZE = 32;

  /** Number of threads per processor for a pipeline with a re-ranker. */
  private static final int THREADS_PER_PROCESSOR = 4;

  /** Maximum number of chunks per thread that are running, queued, or not yet consumed. */
  private static final int CHUNKS_AHEAD = 4;

  private BatchSearch() {}

  /**
   * Returns the recommended number of threads of {@link #search} for a pipeline. A thread that
   * waits for the re-ranker uses no CPU, and pairs of the same length from several waiting queries
   * are scored together.
   *
   * @param processors number of available processors
   */
  public static int recommendedThreads(Pipeline pipeline, int processors) {
    return pipeline.reranker().isPresent() ? THREADS_PER_PROCESSOR * processors : processors;
  }

  /**
   * Answers queries on several threads, in the order of the queries. The number of queries that are
   * read ahead is bounded, so memory use does not depend on the number of queries.
   *
   * @param depth maximum number of hits per query, 1 or more
   * @param threads number of threads, 1 or more
   * @return the results. The caller closes the stream, which stops the threads. Exceptions of the
   *     retriever and of the iterator are thrown by the stream's operations
   */
  public static Stream<QueryResult> search(
      Retriever retriever, Iterable<Query> queries, int depth, int threads) {
    requireNonNull(retriever, "retriever is null");
    RankingDepth.requirePositive(depth);
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    ResultIterator results = new ResultIterator(retriever, queries.iterator(), depth, threads);
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(results, Spliterator.ORDERED | Spliterator.NONNULL),
            false)
        .onClose(results::close);
  }

  private static final class ResultIterator implements Iterator<QueryResult> {
    private final Retriever retriever;
    private final Iterator<Query> queries;
    private final int depth;
    private final int maxChunks;
    private final ExecutorService workers;
    private final Deque<Future<List<QueryResult>>> chunks = new ArrayDeque<>();
    private Iterator<QueryResult> current = List.<QueryResult>of().iterator();

    ResultIterator(Retriever retriever, Iterator<Query> queries, int depth, int threads) {
      this.retriever = retriever;
      this.queries = queries;
      this.depth = depth;
      this.maxChunks = CHUNKS_AHEAD * threads;
      this.workers =
          Executors.newFixedThreadPool(
              threads, Thread.ofPlatform().daemon().name("isogloss-search-", 0).factory());
    }

    @Override
    public boolean hasNext() {
      while (!current.hasNext()) {
        while (chunks.size() < maxChunks && queries.hasNext()) {
          chunks.add(submit());
        }
        if (chunks.isEmpty()) {
          close();
          return false;
        }
        current = result(chunks.remove()).iterator();
      }
      return true;
    }

    private Future<List<QueryResult>> submit() {
      List<Query> chunk = new ArrayList<>(CHUNK_SIZE);
      while (chunk.size() < CHUNK_SIZE && queries.hasNext()) {
        chunk.add(queries.next());
      }
      return workers.submit(
          () -> {
            List<Ranking> rankings = retriever.retrieveAll(chunk, depth);
            return IntStream.range(0, chunk.size())
                .mapToObj(i -> new QueryResult(chunk.get(i), rankings.get(i)))
                .toList();
          });
    }

    private List<QueryResult> result(Future<List<QueryResult>> chunk) {
      try {
        return Futures.await(chunk, "the search");
      } catch (RuntimeException | Error e) {
        close();
        throw e;
      }
    }

    @Override
    public QueryResult next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return current.next();
    }

    void close() {
      workers.shutdownNow();
    }
  }
}
