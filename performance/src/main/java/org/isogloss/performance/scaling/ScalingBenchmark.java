// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.scaling;

import com.sun.management.ThreadMXBean;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadTestCollection;
import org.isogloss.engine.SearchEngine;
import org.isogloss.performance.Median;
import org.isogloss.performance.SampleSentences;

/**
 * Measures how many searches and texts a second a number of threads gets through, each of which
 * works one after the other, and what the threads wait for. An engine with as many threads as
 * callers serves them, as in a server.
 */
public final class ScalingBenchmark {
  private static final int TURNS = 3;
  private static final int WARM_UP_SHARE = 4;
  private static final int REPORTED_WAITS = 3;
  private static final String THREAD = "caller-";

  private final PrintStream out;
  private final Path index;
  private final Duration time;
  private final List<Query> queries = new ArrayList<>();
  private final List<String> sentences = SampleSentences.sentences();
  private final AtomicInteger pass = new AtomicInteger();

  /** Operations a second, and for each operation milliseconds of the processors and kilobytes. */
  private record Speed(double operations, double processor, double allocated) {}

  /** Operations by name and the speeds of each turn by number of threads. */
  private final Map<String, Map<Integer, List<Speed>>> speeds = new LinkedHashMap<>();

  private ScalingBenchmark(PrintStream out, Path index, Duration time) {
    this.out = out;
    this.index = index;
    this.time = time;
  }

  /**
   * Runs the benchmark.
   *
   * @param args folder of files in SQuAD's format, output folder, maximum number of threads,
   *     seconds of each measurement
   */
  public static void main(String[] args) throws Exception {
    try (PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      Path index = Path.of(args[1], "scaling");
      Duration time = Duration.ofSeconds(Integer.parseInt(args[3]));
      new ScalingBenchmark(out, index, time).measure(Path.of(args[0]), Integer.parseInt(args[2]));
    }
  }

  private void measure(Path collection, int most) throws Exception {
    SquadFolder folder = SquadFolder.open(collection);
    folder
        .paragraphs(folder.languages())
        .forEach(paragraph -> queries.addAll(SquadTestCollection.queries(paragraph)));
    if (!Files.exists(index)) {
      try (SearchEngine engine = SearchEngine.at(index).tokenVectors("reranker").openOrCreate()) {
        engine.index(collection);
      }
    }
    Set<Integer> numbers = new TreeSet<>(Set.of(most));
    for (int threads = 1; threads < most; threads *= 2) {
      numbers.add(threads);
    }
    for (int turn = 0; turn <= TURNS; turn++) {
      for (int threads : numbers) {
        measure(threads, turn == 0);
      }
    }
    speeds.forEach(this::report);
    reportWaits(most);
  }

  private void measure(int threads, boolean warmUp) throws Exception {
    try (SearchEngine engine = SearchEngine.at(index).threads(threads).open()) {
      for (Map.Entry<String, IntConsumer> operation : operations(engine).entrySet()) {
        // The first operations open what the engine opens late.
        run(threads, operation.getValue(), time.dividedBy(WARM_UP_SHARE));
        Speed speed = run(threads, operation.getValue(), time);
        if (!warmUp) {
          speeds
              .computeIfAbsent(operation.getKey(), name -> new LinkedHashMap<>())
              .computeIfAbsent(threads, number -> new ArrayList<>())
              .add(speed);
        }
      }
    }
  }

  /** What a thread does, given a number that is never the same. */
  private Map<String, IntConsumer> operations(SearchEngine engine) {
    Controls controls = new Controls();
    Map<String, IntConsumer> operations = new LinkedHashMap<>();
    operations.put("arithmetic", number -> controls.arithmetic());
    operations.put("copy of 128 MiB", number -> controls.copy());
    operations.put(
        "encode a sentence",
        number ->
            engine
                .models()
                .encode(List.of(sentences.get(number % sentences.size())), Role.PASSAGE));
    for (Pipeline pipeline :
        List.of(
            Pipeline.parse("bm25"),
            Pipeline.parse("dense"),
            Pipeline.parse("{bm25, dense}fair"),
            engine.defaultPipeline())) {
      operations.put(
          pipeline.equals(engine.defaultPipeline()) ? "default search" : pipeline.toString(),
          number -> engine.search(request(number).withPipeline(pipeline)));
    }
    return operations;
  }

  /** Returns a request whose text was not searched before, since vectors of texts are cached. */
  private SearchRequest request(int number) {
    Query query = queries.get(number % queries.size());
    return SearchRequest.of(query.text() + " ".repeat(pass.get() % 64) + " " + number);
  }

  /** Repeats an operation in several threads until a time is over. */
  private Speed run(int threads, IntConsumer operation, Duration time) throws Exception {
    pass.incrementAndGet();
    ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    AtomicInteger next = new AtomicInteger();
    Duration processorBefore = processorTime();
    long begin = System.nanoTime();
    long end = begin + time.toNanos();
    long allocated =
        inThreads(
                threads,
                () -> {
                  while (System.nanoTime() < end) {
                    operation.accept(next.getAndIncrement());
                  }
                  return beans.getCurrentThreadAllocatedBytes();
                })
            .stream()
            .mapToLong(Long::longValue)
            .sum();
    double operations = next.get();
    return new Speed(
        operations * 1e9 / (System.nanoTime() - begin),
        processorTime().minus(processorBefore).toNanos() / 1e6 / operations,
        allocated / 1e3 / operations);
  }

  private static <T> List<T> inThreads(int threads, Callable<T> work)
      throws InterruptedException, ExecutionException {
    AtomicInteger number = new AtomicInteger();
    ExecutorService callers =
        Executors.newFixedThreadPool(
            threads, task -> new Thread(task, THREAD + number.getAndIncrement()));
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : callers.invokeAll(Collections.nCopies(threads, work))) {
        results.add(result.get());
      }
      return results;
    } finally {
      callers.shutdown();
    }
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  private void report(String operation, Map<Integer, List<Speed>> byThreads) {
    double single = median(byThreads.get(1), Speed::operations);
    double singleProcessor = median(byThreads.get(1), Speed::processor);
    byThreads.forEach(
        (threads, all) ->
            print(
                "%s | %d threads | %.1f a second, %.2f times one thread | %.3f ms of the processors,"
                    + " %.2f times | %.0f kB allocated by the callers",
                operation,
                threads,
                median(all, Speed::operations),
                median(all, Speed::operations) / single,
                median(all, Speed::processor),
                median(all, Speed::processor) / singleProcessor,
                median(all, Speed::allocated)));
  }

  private static double median(List<Speed> all, ToDoubleFunction<Speed> value) {
    return Median.of(all.stream().map(value::applyAsDouble).toList());
  }

  /** Prints what the callers wait for, as a share of their time, while their waits are recorded. */
  private void reportWaits(int threads) throws Exception {
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < threads; i++) {
      names.add(THREAD + i);
    }
    try (SearchEngine engine = SearchEngine.at(index).threads(threads).open()) {
      for (Map.Entry<String, IntConsumer> operation : operations(engine).entrySet()) {
        run(threads, operation.getValue(), time.dividedBy(WARM_UP_SHARE));
        Map<Waits.Place, Duration> waited;
        try (Waits waits = Waits.record()) {
          run(threads, operation.getValue(), time);
          waited = waits.stop(names);
        }
        double total = time.toNanos() * (double) threads;
        double all = waited.values().stream().mapToDouble(Duration::toNanos).sum();
        print(
            "%s | %d threads wait %.1f %% of their time",
            operation.getKey(), threads, 100 * all / total);
        waited.entrySet().stream()
            .sorted(Map.Entry.<Waits.Place, Duration>comparingByValue().reversed())
            .limit(REPORTED_WAITS)
            .forEach(
                place ->
                    print(
                        "    %.1f %%: %s, in %s",
                        100 * place.getValue().toNanos() / total,
                        place.getKey().lock(),
                        place.getKey().caller()));
      }
    }
  }

  private void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
