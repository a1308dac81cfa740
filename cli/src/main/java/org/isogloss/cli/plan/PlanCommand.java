// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DocumentFieldOptions;
import org.isogloss.cli.option.EncoderModelOption;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.cli.option.SymbolicLinkOption;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.isogloss.engine.LoadedModel;
import org.isogloss.measure.TextTable;
import org.isogloss.options.OptionValidation;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.Indexer;
import org.isogloss.search.manifest.VectorQuantization;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss plan}. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Estimate size, memory, machines and hours of an index of a large collection.",
      "",
      "The estimate multiplies the cost of a passage by the number of passages. Without --measure,"
          + " this cost is one that was measured with the shipped model on the processor that is"
          + " printed. Memory is that of the graphs, in which dense searches read everywhere; words"
          + " and other files are read in part."
    })
public final class PlanCommand implements Callable<Integer> {
  private static final double GIGABYTE = 1e9;

  private final Console console;

  @Option(
      names = "--documents",
      required = true,
      paramLabel = "N",
      description = "Number of documents.")
  private long documents;

  @Option(
      names = "--length",
      required = true,
      paramLabel = "WORDS",
      description = "Mean number of words of a document.")
  private long length;

  @Option(
      names = "--passages-per-document",
      paramLabel = "N",
      description =
          "Mean number of passages of a document. Default: the fewest that hold its words, 160"
              + " each.")
  private Optional<Double> passages = Optional.empty();

  @Mixin private EncoderModelOption model;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Copies of each shard, on other machines (default: ${DEFAULT-VALUE}).")
  private int replicas = 2;

  @Option(
      names = "--cores-per-machine",
      paramLabel = "N",
      description = "Cores of a machine (default: ${DEFAULT-VALUE}).")
  private int cores = 16;

  @Option(
      names = "--memory-per-machine",
      paramLabel = "GB",
      description =
          "Gigabytes of a machine that are free for the files of the index, without the heap of the"
              + " JVM (default: ${DEFAULT-VALUE}).")
  private int memory = 64;

  @Option(
      names = "--measure",
      paramLabel = "COLLECTION",
      description =
          "Measure the cost of a passage here and now, by indexing the first documents of this"
              + " collection in a temporary folder, once in each form.")
  private Optional<Path> measured = Optional.empty();

  @Mixin private DocumentFieldOptions names;

  @Mixin private SymbolicLinkOption links;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Number of documents to measure (default: ${DEFAULT-VALUE}).")
  private int sample = 500;

  @Option(names = "--json", description = "Print one JSON object, with the measured rates.")
  private boolean json;

  @Mixin private ReadingOptions common;

  PlanCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    CollectionShape collection = collection();
    OptionValidation.requireOneOrMore("--replicas", replicas);
    OptionValidation.requireOneOrMore("--cores-per-machine", cores);
    OptionValidation.requireOneOrMore("--memory-per-machine", memory);
    OptionValidation.requireOneOrMore("--sample", sample);
    IndexRates rates = rates();
    List<Cost> costs = new ArrayList<>();
    Machines machines = new Machines(cores, memory * GIGABYTE, replicas);
    for (StoredVectors stored : rates.seconds().keySet()) {
      for (VectorQuantization quantization : VectorQuantization.values()) {
        costs.add(Cost.of(rates, collection, quantization, stored, machines));
      }
    }
    if (json) {
      console.printJson(toJson(collection, rates, costs).toPrettyString());
    } else {
      print(collection, rates, costs);
    }
    return 0;
  }

  private CollectionShape collection() {
    requirePositive("--documents", documents);
    requirePositive("--length", length);
    int maxWords = Indexer.DEFAULT_PASSAGES.maxWords();
    double perDocument = passages.orElse((double) Math.ceilDiv(length, maxWords));
    if (!(perDocument >= 1)) {
      throw new IsoglossException(
          "--passages-per-document is " + perDocument + ", expected 1 or more");
    }
    return new CollectionShape(documents, length, perDocument);
  }

  private static void requirePositive(String option, long number) {
    if (number < 1) {
      throw new IsoglossException(option + " is " + number + ", expected 1 or more");
    }
  }

  private IndexRates rates() {
    if (measured.isEmpty()) {
      return OptionHint.add(
          "--measure COLLECTION", failure -> true, () -> ShippedRates.of(model.name()));
    }
    try (LoadedModel loaded = model.open(InferenceOptions.defaults().withThreads(common.threads))) {
      return RateMeasurement.measure(
          loaded,
          common.threads,
          sample(measured.get()),
          index -> console.note("Measuring: " + index));
    }
  }

  private List<Document> sample(Path collection) {
    List<Document> documents = new ArrayList<>();
    try (SkippedRecordReporter skipped = common.skipReport(console);
        Records<Document> records =
            DocumentFieldOptions.hint(
                    () ->
                        SymbolicLinkOption.hint(
                            () ->
                                Documents.read(
                                    collection,
                                    new DocumentOptions(
                                        names.names(),
                                        Language.UNDETERMINED,
                                        common.onError,
                                        links.links()))))
                .onSkipped(skipped)) {
      while (documents.size() < sample && DocumentFieldOptions.hint(records::hasNext)) {
        documents.add(records.next());
      }
      skipped.print(collection, records);
    }
    return documents;
  }

  private void print(CollectionShape collection, IndexRates rates, List<Cost> costs) {
    console.printRow(
        "collection",
        String.format(
            Locale.ROOT,
            "%,d documents, %,.0f passages of %.0f words",
            collection.documents(),
            collection.passages(),
            collection.wordsPerPassage()));
    console.printRow(
        "rates",
        String.format(
            Locale.ROOT,
            "%s on %s, %,d passages of %.0f words",
            rates.model(),
            rates.processor(),
            rates.passages(),
            rates.words()));
    console.printRow(
        "machines",
        String.format(
            Locale.ROOT, "%d cores, %d GB for files, %d for each shard", cores, memory, replicas));
    TextTable table =
        new TextTable(
            List.of(
                "vectors of",
                "in graphs",
                "disk GB",
                "memory GB",
                "shards",
                "machines",
                "core hours",
                "hours"));
    for (Cost cost : costs) {
      table.row(
          List.of(
              cost.stored().id(),
              cost.quantization() == VectorQuantization.NONE ? "float" : cost.quantization().id(),
              gigabytes(cost.diskBytes()),
              gigabytes(cost.memoryBytes()),
              Console.formatCount(cost.shards()),
              Console.formatCount(cost.machines()),
              hours(cost.coreHours()),
              hours(cost.hours())));
    }
    console.print("");
    console.printStyled(table.toString());
    console.note(
        "Disk and memory are those of one replica; passages and their sentences or tokens have"
            + " vectors. Hours are those of the cores of all shards, without replicas.");
  }

  private static String gigabytes(double bytes) {
    return String.format(Locale.ROOT, "%,.1f", bytes / GIGABYTE);
  }

  private static String hours(double hours) {
    return String.format(Locale.ROOT, hours < 100 ? "%,.1f" : "%,.0f", hours);
  }

  private ObjectNode toJson(CollectionShape collection, IndexRates rates, List<Cost> costs) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("documents", collection.documents());
    root.put("passages", Math.round(collection.passages()));
    root.put("words_per_passage", collection.wordsPerPassage());
    root.set("rates", rates.toJson());
    root.putObject("machine")
        .put("cores", cores)
        .put("memory_bytes", memory * GIGABYTE)
        .put("replicas", replicas);
    ArrayNode indexes = root.putArray("indexes");
    for (Cost cost : costs) {
      indexes
          .addObject()
          .put("stored", cost.stored().id())
          .put("quantization", cost.quantization().id())
          .put("disk_bytes", Math.round(cost.diskBytes()))
          .put("memory_bytes", Math.round(cost.memoryBytes()))
          .put("shards", cost.shards())
          .put("machines", cost.machines())
          .put("core_hours", cost.coreHours())
          .put("hours", cost.hours());
    }
    return root;
  }
}
