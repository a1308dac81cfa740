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

/**
 * Finds the neighbours of both sides by a {@link HnswGraph} over each. Goes on where a search that
 * was killed stood: with the part of a graph or the sentences that it had saved.
 */
public final class HnswSearch {
  /**
   * How many candidates each search keeps in sight; {@code performance/README.md} has what it
   * finds.
   */
  private static final int CANDIDATES = 64;

  /** So many sentences are asked for before anything is saved. */
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
   * A search.
   *
   * @param folder for the graphs
   * @param file where the search is saved
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
   * Searches.
   *
   * @param progress hears how many sentences, twice all there are, were put into a graph or asked
   *     for
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

  /** Asks the graph over {@code among} for the nearest of each of {@code asking}. */
  private void search(
      String name,
      Int8Vectors indexed,
      Int8Vectors queries,
      TopKLists lists,
      int first,
      int before,
      IntConsumer progress) {
    // Before the second search comes all of the first: a graph over the target and its questions.
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
    List<Future<?>> shares = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      shares.add(
          pool.submit(
              () -> {
                for (int at = next.getAndIncrement(); at < to; at = next.getAndIncrement()) {
                  graph.searchNearest(queries.row(at), candidates, lists, at);
                }
              }));
    }
    WorkerTasks.awaitAll(shares);
  }
}
