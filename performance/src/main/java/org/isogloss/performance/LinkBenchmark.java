// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isogloss.core.Document;
import org.isogloss.core.io.FolderTree;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexingSummary;

/**
 * Measures what the links of documents cost when a collection is indexed: of all documents, if
 * nothing changed, and of one more document. Run by {@code performance/links}.
 */
public final class LinkBenchmark {
  private static final String LINKS = "links.jsonl";

  private static final String TEXT = "A sentence that no other document of the collection has.";

  private final PrintStream out;
  private final Path index;
  private final String model;

  /**
   * What some work takes.
   *
   * @param seconds the time that passes
   * @param processors the time of all processors in this process, in seconds, which hardly depends
   *     on what other programs do
   */
  private record Cost(double seconds, double processors) {
    static Cost of(Runnable work) {
      long started = System.nanoTime();
      Duration before = processorTime();
      work.run();
      return new Cost(
          (System.nanoTime() - started) / 1e9, processorTime().minus(before).toNanos() / 1e9);
    }

    private static Duration processorTime() {
      return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.1f s, %.1f s of processors", seconds, processors);
    }
  }

  private LinkBenchmark(PrintStream out, Path index, String model) {
    this.out = out;
    this.index = index;
    this.model = model;
  }

  /**
   * Runs the benchmark.
   *
   * @param args documents in any format, output folder, name or folder of a model
   */
  public static void main(String[] args) throws IOException {
    try (PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      new LinkBenchmark(out, Path.of(args[1]).resolve("index"), args[2]).measure(Path.of(args[0]));
    }
  }

  private void measure(Path collection) throws IOException {
    FolderTree.deleteIfExists(index);
    Cost indexed = Cost.of(() -> index(collection));
    Files.delete(index.resolve(LINKS));
    Cost linked = findLinks();
    double withoutLinks = indexed.processors() - linked.processors();
    print("indexing, with links: %s", indexed);
    print(
        "links of all documents: %s, %.1f %% of indexing without them",
        linked, 100 * linked.processors() / withoutLinks);
    MeasurementFile.append(
        "links",
        Map.of(
            "processor_seconds", linked.processors(), "processor_seconds_without", withoutLinks));
    print("nothing changed: %s", findLinks());
    try (SearchEngine engine = SearchEngine.at(index).model(model).open()) {
      print("one more document: %s", Cost.of(() -> addTo(engine)));
    }
  }

  private void index(Path collection) {
    try (SearchEngine engine = SearchEngine.at(index).model(model).openOrCreate()) {
      IndexingSummary summary = engine.index(collection);
      print("%d documents, %d passages", summary.documents(), summary.passages());
    }
  }

  private Cost findLinks() {
    try (Indexer indexer = Indexer.at(index).open()) {
      return Cost.of(indexer::findLinks);
    }
  }

  private static void addTo(SearchEngine engine) {
    engine.index(List.of(Document.of("one-more", TEXT).withLanguage("en")));
  }

  private void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
