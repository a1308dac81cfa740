// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Retriever;
import org.isogloss.core.io.FolderTree;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.documentation.DocumentationParagraph;
import org.isogloss.data.documentation.ParallelDocumentation;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.StaticEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexingSummary;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.pipeline.PipelineComponents;

/**
 * Builds an index of many passages in many languages and measures its query latency. Every tenth
 * document has no language. Run by {@code performance/large-index}.
 */
public final class LargeIndexBenchmark {
  private static final int MIN_PARAGRAPH_LENGTH = 40;
  private static final int WARM_UP = 300;
  private static final List<String> QUERY_LANGUAGES =
      List.of("en", "de", "ru", "ja", "ko", "zh", "fi", "tr", "hi", "vi");
  private static final List<String> PIPELINES =
      List.of(
          "bm25",
          "dense",
          "dense(calibrated=yes)",
          "{bm25, dense}rrf",
          "lang:de,fr >> {bm25, dense}rrf");
  private static final List<String> SENTENCE_PIPELINES =
      List.of("dense(sentences=0)", "dense", "dense(calibrated=yes)");

  /** A field with a number from 0 to 1 at random, by which filters choose a part. */
  private static final String SHARE = "share";

  private static final List<Double> SELECTIVITIES = List.of(1.0, 0.5, 0.2, 0.1, 0.01, 0.001);

  private final UnseenQueries unseen = new UnseenQueries();
  private final PrintStream out;
  private final Path help;

  private LargeIndexBenchmark(PrintStream out, Path help) {
    this.out = out;
    this.help = help;
  }

  /**
   * Runs the benchmark.
   *
   * @param args folder of the documentation, output folder, name or folder of a model, number of
   *     documents; "sentences" for vectors of sentences, "filters" for searches with filters
   */
  public static void main(String[] args) throws IOException {
    try (PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      new LargeIndexBenchmark(out, Path.of(args[0]))
          .measure(
              Path.of(args[1]),
              args[2],
              Integer.parseInt(args[3]),
              List.of(args).subList(4, args.length));
    }
  }

  private void measure(Path folder, String model, int documents, List<String> modes)
      throws IOException {
    boolean sentences = modes.contains("sentences");
    Files.createDirectories(folder);
    Path file = folder.resolve("documents.jsonl.gz");
    writeDocuments(file, documents);
    Path index = folder.resolve("index");
    try (Encoder encoder = StaticEncoder.of(ModelFolder.open(model))) {
      try (var source = DocumentSource.of(file, JsonlDocuments.read(file, OnError.FAIL));
          Indexer indexer =
              Indexer.at(index)
                  .encoder(model, encoder)
                  .vectors(new VectorOptions(false, sentences))
                  .open()) {
        IndexingSummary summary = indexer.index(source);
        print("%d passages indexed in %s", summary.passages(), summary.elapsed());
      }
      print("%d MiB on disk", FolderTree.size(index) >> 20);
      printPeakHeap();
      try (SearchIndex search = SearchIndex.at(index).encoder(encoder).open()) {
        List<Query> queries = queries();
        if (modes.contains("filters")) {
          measureFilters(search, queries, documents);
          return;
        }
        for (String pipeline : sentences ? SENTENCE_PIPELINES : PIPELINES) {
          measureLatency(search.retriever(pipeline), pipeline, queries);
          if (pipeline.startsWith("dense")) {
            measureRecall(search.retriever(pipeline), queries, documents);
          }
        }
      }
      printPeakHeap();
    }
  }

  private void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }

  /** Returns paragraphs of all languages by turns. */
  private void writeDocuments(Path file, int documents) throws IOException {
    List<Path> files;
    try (var all = Files.list(help)) {
      files = all.filter(path -> path.toString().endsWith(".tsv.gz")).sorted().toList();
    }
    List<Records<DocumentationParagraph>> open = new ArrayList<>();
    files.forEach(path -> open.add(ParallelDocumentation.readParagraphs(path, OnError.FAIL)));
    int written = 0;
    Random random = new Random(7);
    try (RecordWriter<Document> writer = JsonlDocuments.writer(file)) {
      for (int turn = 0; written < documents; turn = (turn + 1) % files.size()) {
        String code = files.get(turn).getFileName().toString().substring(0, 2);
        Records<DocumentationParagraph> paragraphs = open.get(turn);
        DocumentationParagraph paragraph = paragraphs.next();
        while (paragraph.text().length() < MIN_PARAGRAPH_LENGTH) {
          paragraph = paragraphs.next();
        }
        String id = code + "/" + paragraph.page() + "#" + paragraph.id() + "/" + written;
        Language language = written % 10 == 0 ? Language.UNDETERMINED : Language.of(code);
        writer.write(
            new Document(id, language, "", paragraph.text())
                .withMetadata(Metadata.EMPTY.with(SHARE, MetadataValue.of(random.nextDouble()))));
        written++;
      }
      writer.commit();
    } finally {
      open.forEach(Records::close);
    }
  }

  /** Returns titles of pages, half of them without a language. */
  private List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    for (String code : QUERY_LANGUAGES) {
      Path file = help.resolve(code + ".tsv.gz");
      try (var paragraphs = ParallelDocumentation.readParagraphs(file, OnError.FAIL)) {
        paragraphs.stream()
            .filter(p -> p.tag().equals("h1") && p.page().hashCode() % 3 == 0)
            .limit(100)
            .forEach(
                p -> {
                  boolean labelled = queries.size() % 2 == 0;
                  Language language = labelled ? Language.of(code) : Language.UNDETERMINED;
                  queries.add(new Query("q" + queries.size(), language, p.text()));
                });
      }
    }
    Collections.shuffle(queries, new Random(5));
    return queries;
  }

  private void measureLatency(Retriever retriever, String name, List<Query> queries) {
    unseen.nextPass();
    queries.subList(0, WARM_UP).forEach(query -> retriever.retrieve(unseen.of(query), 10));
    unseen.nextPass();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double[] wall = new double[queries.size()];
    double[] cpu = new double[queries.size()];
    for (int i = 0; i < wall.length; i++) {
      Query query = unseen.of(queries.get(i));
      long cpuBefore = threads.getCurrentThreadCpuTime();
      long before = System.nanoTime();
      retriever.retrieve(query, 10);
      wall[i] = (System.nanoTime() - before) / 1e6;
      cpu[i] = (threads.getCurrentThreadCpuTime() - cpuBefore) / 1e6;
    }
    Arrays.sort(wall);
    Arrays.sort(cpu);
    print(
        "%-32s %d queries: p50 %.1f ms, p99 %.1f ms; processor p50 %.1f ms, p99 %.1f ms",
        name,
        wall.length,
        percentile(wall, 0.5),
        percentile(wall, 0.99),
        percentile(cpu, 0.5),
        percentile(cpu, 0.99));
  }

  private static double percentile(double[] sorted, double quantile) {
    return sorted[(int) (quantile * sorted.length)];
  }

  /** Measures dense search among a part of the documents that is chosen at random. */
  private void measureFilters(SearchIndex search, List<Query> queries, int documents) {
    for (double share : SELECTIVITIES) {
      Retriever dense =
          search.retriever(
              Pipeline.parse("dense"),
              Set.of(),
              Optional.of(Filter.atMost(SHARE, share)),
              PipelineComponents.NONE);
      measureLatency(dense, "dense, " + 100 * share + " % of the passages", queries);
      // A larger depth than 2 % of the candidates makes the search exact.
      measureRecall(dense, queries, (int) (documents * share));
    }
  }

  /** Returns the recall of the nearest 10 by the graph, compared with exact search. */
  private void measureRecall(Retriever dense, List<Query> queries, int documents) {
    int found = 0;
    int all = 0;
    for (Query query : queries.subList(0, 200)) {
      Set<String> exact =
          dense.retrieve(query, Math.max(10, documents / 40)).top(10).hits().stream()
              .map(Hit::documentId)
              .collect(Collectors.toSet());
      found +=
          (int)
              dense.retrieve(query, 10).hits().stream()
                  .filter(hit -> exact.contains(hit.documentId()))
                  .count();
      all += exact.size();
    }
    print("    %.4f of the nearest 10 found", (double) found / all);
  }

  private void printPeakHeap() {
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      peak += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    print("heap: at most %d MiB used (sum of the pools' peaks)", peak >> 20);
  }
}
