// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.million;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.isogloss.core.Query;
import org.isogloss.performance.MeasurementFile;
import org.isogloss.performance.UnseenQueries;

/** Measures and prints time and space. {@link MeasurementFile} gets the processor times. */
final class Figures {
  /** Number of searches that are measured; those after them warm up. */
  private static final int MEASURED = 300;

  private static final int WARM_UP = 100;

  private final PrintStream out;
  private final UnseenQueries unseen = new UnseenQueries();

  Figures(PrintStream out) {
    this.out = out;
  }

  void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }

  /** An action that may fail with an I/O error. */
  @FunctionalInterface
  interface Action {
    void run() throws IOException;
  }

  /** Runs a build and prints its time by the clock and of all processors. */
  void build(String name, int passages, Action action) throws IOException {
    Duration processorBefore = processorTime();
    long before = System.nanoTime();
    action.run();
    double seconds = (System.nanoTime() - before) / 1e9;
    double processorSeconds = processorTime().minus(processorBefore).toMillis() / 1e3;
    print(
        "%s: %,d passages in %.1f s, %.1f s of the processors, %.0f passages a second",
        name, passages, seconds, processorSeconds, passages / seconds);
    MeasurementFile.append(name, Map.of("processor_seconds", processorSeconds));
    heap();
  }

  /** Processor time of this process, of all threads. */
  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Prints the time of searches, one after the other. */
  void latency(String name, List<Query> queries, Consumer<Query> search) {
    unseen.nextPass();
    queries.subList(MEASURED, MEASURED + WARM_UP).stream().map(unseen::of).forEach(search);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double[] wall = new double[MEASURED];
    double[] processor = new double[MEASURED];
    for (int i = 0; i < wall.length; i++) {
      Query query = unseen.of(queries.get(i));
      long processorBefore = threads.getCurrentThreadCpuTime();
      long before = System.nanoTime();
      search.accept(query);
      wall[i] = (System.nanoTime() - before) / 1e6;
      processor[i] = (threads.getCurrentThreadCpuTime() - processorBefore) / 1e6;
    }
    double mean = Arrays.stream(processor).average().orElseThrow();
    Arrays.sort(wall);
    Arrays.sort(processor);
    print(
        "%-40s p50 %.2f ms, p99 %.2f ms; processor p50 %.2f ms, p99 %.2f ms, mean %.2f ms",
        name,
        percentile(wall, 0.5),
        percentile(wall, 0.99),
        percentile(processor, 0.5),
        percentile(processor, 0.99),
        mean);
    MeasurementFile.append(name, Map.of("processor_p50_ms", percentile(processor, 0.5)));
  }

  /** Prints the number of segments, each of which every search reads. */
  void segments(DirectoryReader reader) {
    print("%d segments", reader.leaves().size());
  }

  private static double percentile(double[] sorted, double quantile) {
    return sorted[(int) (quantile * sorted.length)];
  }

  /** Prints the size of a folder by extension of the files. */
  void sizes(Path folder) throws IOException {
    Map<String, Long> bytes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes.merge(extension(file.toString()), Files.size(file), Long::sum);
      }
    }
    print("on disk: %s", mebibytes(bytes));
  }

  /**
   * Prints how much of the files of a folder this process has read into memory, by extension. The
   * operating system reads some pages around each page, if it has them.
   */
  void residentFiles(Path folder) throws IOException {
    Path maps = Path.of("/proc/self/smaps");
    if (!Files.exists(maps)) {
      return;
    }
    Map<String, Long> bytes = new TreeMap<>();
    String prefix = folder.toRealPath().toString();
    String extension = "";
    for (String line : Files.readAllLines(maps)) {
      int path = line.indexOf('/');
      if (line.matches("^[0-9a-f]+-[0-9a-f]+ .*")) {
        extension =
            path >= 0 && line.startsWith(prefix, path) ? extension(line.substring(path)) : "";
      } else if (!extension.isEmpty() && line.startsWith("Rss:")) {
        bytes.merge(extension, 1024 * Long.parseLong(line.replaceAll("\\D", "")), Long::sum);
      }
    }
    print("resident: %s", mebibytes(bytes));
  }

  private static String extension(String file) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String mebibytes(Map<String, Long> bytes) {
    StringBuilder text = new StringBuilder();
    long sum = bytes.values().stream().mapToLong(Long::longValue).sum();
    text.append(sum >> 20).append(" MiB;");
    bytes.forEach(
        (extension, size) -> {
          if (size >= 1 << 20) {
            text.append(' ').append(extension).append(' ').append(size >> 20);
          }
        });
    return text.toString();
  }

  /** Prints an upper bound of the heap that was used. */
  void heap() {
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      peak += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    print("heap: at most %d MiB used (sum of the pools' peaks)", peak >> 20);
  }
}
