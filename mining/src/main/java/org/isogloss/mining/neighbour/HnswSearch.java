// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.isogloss.core.concurrent.Futures;

/**
 * Finds the neighbours of both sides with one HNSW graph per side. A killed search is resumed from
 * its saved part of a graph or of the sentences.
 */
public final class HnswSearch {
  /** Number of candidates of each search; {@code performance/README.md} reports the recall. */
  private static final int CANDIDATES = 64;

  /** Number of queries between checks whether to save. */
  private static final int BLOCK = 1 << 14;

  private static final long SAVE_NANOS = Duration.ofSeconds(60).toNanos();

  private final Path folder;
  private final Int8Vectors source;
  private final Int8Vectors target;
  private final int threads;
  private final NeighbourCheckpoint file;
  private final TopKLists forward;
  private final TopKLists backward;
  private long saved = System.nanoTime();

  /**
   * Creates a search.
   *
   * @param folder the folder of the graphs
   * @param file the checkpoint of the search
   * @param source vectors of the source sentences
   * @param target vectors of the target sentences
   * @param depth maximum number of neighbours of each sentence
   * @param threads number of threads
   */
  public HnswSearch(
      Path folder,
      NeighbourCheckpoint file,
      Int8Vectors source,
      Int8Vectors target,
      int depth,
      int threads) {
    this.folder = folder;
    this.file = file;
    this.source = source;
    this.target = target;
    this.threads = threads;
    forward = new TopKLists(source.size(), depth);
    backward = new TopKLists(target.size(), depth);
  }

  /**
   * Runs the search, or resumes it.
   *
   * @param progress receives the number of sentences added to a graph plus the number of sentences
   *     whose neighbours were searched; the total is twice the number of sentences
   */
  public BidirectionalNeighbours run(IntConsumer progress) {
    int all = source.size() + target.size();
    int done = file.read(forward, backward, position -> position >= 0 && position <= all);
    if (source.size() > 0 && target.size() > 0) {
      if (done < source.size()) {
        search("target", target, source, forward, done, 0, progress);
      }
      if (done < all) {
        int from = Math.max(done - source.size(), 0);
        search("source", source, target, backward, from, source.size(), progress);
      }
      file.write(forward, backward, all);
    }
    double unit = (double) source.step() * target.step();
    return new BidirectionalNeighbours(
        new NeighbourLists(forward, unit), new NeighbourLists(backward, unit));
  }

  /**
   * Builds the graph over {@code indexed} and searches it for the neighbours of {@code queries}.
   */
  private void search(
      String name,
      Int8Vectors indexed,
      Int8Vectors queries,
      TopKLists lists,
      int first,
      int before,
      IntConsumer progress) {
    // The first search, with its graph over the target, is complete before the second one.
    int earlier = before == 0 ? 0 : source.size() + target.size();
    try (HnswGraph graph =
            HnswGraph.open(
                folder.resolve(name), indexed, threads, added -> progress.accept(earlier + added));
        ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (int from = first; from < queries.size(); from += BLOCK) {
        int to = Math.min(from + BLOCK, queries.size());
        queryGraph(pool, graph, queries, lists, from, to);
        progress.accept(earlier + indexed.size() + to);
        if (System.nanoTime() - saved > SAVE_NANOS) {
          file.write(forward, backward, before + to);
          saved = System.nanoTime();
        }
      }
    }
  }

  private void queryGraph(
      ExecutorService pool,
      HnswGraph graph,
      Int8Vectors queries,
      TopKLists lists,
      int from,
      int to) {
    int candidates = Math.max(CANDIDATES, 2 * lists.depth());
    AtomicInteger next = new AtomicInteger(from);
    List<Future<?>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      tasks.add(
          pool.submit(
              () -> {
                for (int at = next.getAndIncrement(); at < to; at = next.getAndIncrement()) {
                  graph.searchNearest(queries.row(at), candidates, lists, at);
                }
              }));
    }
    Futures.awaitAll(tasks, "the search for neighbours");
  }
}
