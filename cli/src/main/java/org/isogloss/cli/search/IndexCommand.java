// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.field.FieldTypeException;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.DocumentFieldOptions;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.cli.option.SymbolicLinkOption;
import org.isogloss.cli.option.TranslationTableOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.InputPaths;
import org.isogloss.data.SourceIdentity;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.detect.FolderWatch;
import org.isogloss.data.detect.PartitionedCollection;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.engine.Rerankers;
import org.isogloss.engine.SparseModel;
import org.isogloss.options.OptionValidation;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.IndexingProgress;
import org.isogloss.search.IndexingSummary;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.text.segmentation.PassageSplitter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss index}. */
@Command(
    name = "index",
    mixinStandardHelpOptions = true,
    subcommands = {
      IndexCheckCommand.class,
      IndexCopyCommand.class,
      IndexInfoCommand.class,
      IndexDumpCommand.class,
      IndexExportCommand.class,
      IndexLinksCommand.class,
      IndexMergeCommand.class,
      IndexProbabilitiesCommand.class,
      IndexRulesCommand.class
    },
    description = {
      "Add documents to an index, which is created if it does not exist.",
      "",
      "A document replaces the one with the same id. If a run was killed, the same command"
          + " continues it at its last commit: in the source that was being read, without deleting"
          + " again. A source is recognised by the hash of its content; a pipe is always read from"
          + " its start."
    })
public final class IndexCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "COLLECTION",
      arity = "0..*",
      description =
          "JSONL, a JSON array, CSV, TSV or Parquet, TREC's <DOC>, an export of Elasticsearch, Vespa"
              + " or Solr, a BEIR folder, SQuAD's JSON, an XML export of MediaWiki, a folder or"
              + " archive of any of these and of text, Markdown, HTML, PDF and office files, with"
              + " sub-folders; plain or compressed with gzip, Zstandard, xz or bzip2. A pipe, or - for"
              + " standard input.")
  private List<Path> collections = List.of();

  @Mixin IndexOption index;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "The encoder: a model folder, the name of a shipped model, or none for an index"
              + " without vectors. Default: the model of the index, "
              + Models.DEFAULT
              + " for a new index.")
  private String model;

  @Option(
      names = "--language",
      paramLabel = "CODE",
      description =
          "Language of documents that do not state theirs. Default: identified, if the text is"
              + " long enough.")
  private String language = Language.UNDETERMINED.tag();

  @Mixin private DocumentFieldOptions names;

  @Mixin private SymbolicLinkOption links;

  @Option(
      names = "--passage-words",
      paramLabel = "N",
      description =
          "Maximum number of words of a passage. Default: that of the index, 160 in a"
              + " new one.")
  private Optional<Integer> passageWords = Optional.empty();

  @Option(
      names = "--passage-overlap",
      paramLabel = "N",
      description =
          "Number of sentences that a passage shares with the previous one. Default: that of"
              + " the index, 0 in a new one.")
  private Optional<Integer> overlap = Optional.empty();

  @Option(
      names = "--field",
      paramLabel = "NAME=TYPE",
      description =
          "Type of a field of the documents: string, number, boolean or date; may be repeated."
              + " Default: that of its first value, where dates are strings such as 2024-05-31.")
  private Map<String, String> fields = Map.of();

  @Mixin private IndexVectorOptions vectors;

  @Mixin private DeviceOption device;

  @Mixin private TranslationTableOption tables;

  @Option(
      names = "--project",
      split = ",",
      paramLabel = "CODES",
      description =
          "Query languages to which a new index projects frequencies by its tables, so that psq"
              + " looks up one term for each word. Default: none, projected at query time.")
  private List<String> projected = List.of();

  @Option(
      names = "--no-links",
      description =
          "Do not look for documents that are translations or copies of each other, which takes"
              + " long in very large collections; a later run without this option, or index links"
              + " --find, does.")
  private boolean withoutLinks;

  @Option(
      names = "--commit-every",
      paramLabel = "SECONDS",
      description =
          "Seconds between commits, the maximum work that a crash can lose (default:"
              + " ${DEFAULT-VALUE}).")
  private int commitEvery = 30;

  @Option(
      names = "--delete",
      paramLabel = "ID",
      description = "Delete a document before any are added; may be repeated.")
  private List<String> deleted = List.of();

  @Option(
      names = "--sync",
      description =
          "Make the index contain what the collections contain now: delete the documents of files"
              + " that are gone since the last --sync, and read only files that have changed.")
  private boolean sync;

  @Option(
      names = "--watch",
      description =
          "Like --sync, and then for every change until the command is stopped. No other process"
              + " can write the index meanwhile.")
  private boolean watch;

  @Mixin private ReadingOptions common;

  IndexCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    if (collections.isEmpty() && deleted.isEmpty() && tables.files.isEmpty()) {
      throw new IsoglossException(
          "nothing to do: give a collection to index, documents to --delete, or a --table");
    }
    if (sync || watch) {
      requireSynchronizable();
    }
    String named = model == null ? Models.ofIndex(index.location()) : model;
    InferenceOptions inference = device.inference(common);
    if (named.equals(Models.NONE)) {
      write(Optional.empty(), inference);
    } else {
      try (LoadedModel loaded =
          OptionHint.add(
              "--model MODEL",
              failure -> model == null,
              () -> Models.openFor(index.location().findManifest(), named, inference))) {
        index.requireModel(loaded.encoder());
        write(Optional.of(loaded), inference);
      }
    }
    return 0;
  }

  private void requireSynchronizable() {
    String option = watch ? "--watch" : "--sync";
    if (collections.isEmpty()) {
      throw new IsoglossException(option + " needs a collection: name a folder or a file");
    }
    if (!deleted.isEmpty()) {
      throw new IsoglossException(
          option
              + " cannot be combined with --delete, because the next run would add a deleted"
              + " document again as long as its file exists: delete the file");
    }
    for (Path collection : collections) {
      if (InputPaths.isReadOnce(collection)) {
        throw new IsoglossException(
            InputPaths.displayName(collection)
                + ": cannot be read again, so that "
                + option
                + " cannot determine what has changed; name a folder or a file");
      }
    }
  }

  private void write(Optional<LoadedModel> model, InferenceOptions inference) {
    Optional<SparseModel> sparse = vectors.openSparse(index.location(), inference);
    try (Rerankers rerankers = new Rerankers(inference)) {
      IndexerBuilder builder = builder(model, rerankers);
      sparse.ifPresent(opened -> builder.sparse(opened.name(), opened.encoder()));
      write(builder);
    } finally {
      sparse.ifPresent(SparseModel::close);
    }
  }

  private PassageSplitter splitter(PassageSplitter existing) {
    PassageSplitter ofLength =
        OptionValidation.set(
            "--passage-words",
            existing,
            passages ->
                new PassageSplitter(passageWords.orElse(passages.maxWords()), passages.overlap()));
    return OptionValidation.set(
        "--passage-overlap",
        ofLength,
        passages -> new PassageSplitter(passages.maxWords(), overlap.orElse(passages.overlap())));
  }

  private IndexerBuilder builder(Optional<LoadedModel> model, Rerankers rerankers) {
    IndexerBuilder builder =
        Indexer.at(index.location())
            .threads(common.threads)
            .commitEvery(Duration.ofSeconds(commitEvery));
    if (passageWords.isPresent() || overlap.isPresent()) {
      PassageSplitter existing =
          index
              .location()
              .findManifest()
              .map(IndexManifest::passages)
              .orElse(Indexer.DEFAULT_PASSAGES);
      builder.passages(splitter(existing));
    }
    if (!projected.isEmpty()) {
      builder.projectedLanguages(projected.stream().map(Language::of).toList());
    }
    Map<String, FieldType> types = new LinkedHashMap<>();
    fields.forEach((name, type) -> types.put(name, FieldType.named(type)));
    builder.fieldTypes(types);
    vectors.apply(builder, index.location(), model, rerankers);
    if (withoutLinks) {
      builder.withoutLinks();
    }
    return builder;
  }

  private void write(IndexerBuilder builder) {
    if (collections.isEmpty() && tables.files.isEmpty()) {
      index.location().manifest(); // A missing index contains nothing to delete.
    }
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      if (watch) {
        watch(builder, skipped);
        return;
      }
      try (Indexer indexer = builder.open()) {
        if (sync) {
          addTables(indexer);
          new IndexSync(console, partitioned(), skipped).run(indexer, () -> {});
        } else {
          write(indexer, skipped);
        }
        indexer.commit();
      }
    }
  }

  private void watch(IndexerBuilder builder, SkippedRecordReporter skipped) {
    IndexSync all = new IndexSync(console, partitioned(), skipped);
    Path folder = index.location().folder().orElse(Path.of(""));
    try (FolderWatch changes = FolderWatch.open(collections, folder);
        IndexWatch watching = new IndexWatch(console, changes, all)) {
      watching.run(builder, this::addTables);
    }
  }

  private List<PartitionedCollection> partitioned() {
    return collections.stream()
        .map(collection -> new PartitionedCollection(collection, options()))
        .toList();
  }

  private void write(Indexer indexer, SkippedRecordReporter skipped) {
    List<SourceIdentity> sources =
        collections.stream()
            .map(
                collection ->
                    SourceIdentity.of(
                        collection, Language.of(language), names.identity(), links.links()))
            .toList();
    indexer.startRun(deleted, sources);
    if (!deleted.isEmpty()) {
      console.note(
          "Deleted " + Console.formatCount(indexer.delete(deleted), "document", "documents"));
    }
    addTables(indexer);
    for (int i = 0; i < sources.size(); i++) {
      add(indexer, collections.get(i), sources.get(i), skipped);
    }
  }

  private void addTables(Indexer indexer) {
    for (Path table : tables.files) {
      console.note(
          "Added the translation table " + indexer.addTranslationTable(table) + " from " + table);
    }
  }

  private void add(
      Indexer indexer, Path collection, SourceIdentity identity, SkippedRecordReporter skipped) {
    if (InputPaths.isReadOnce(collection)) {
      console.note(
          InputPaths.displayName(collection)
              + " cannot be read again: a killed run starts it from its first record");
    }
    try (var documents =
            DocumentFieldOptions.hint(
                    () -> SymbolicLinkOption.hint(() -> Documents.read(collection, options())))
                .onSkipped(skipped)
                .onSkippedFile(skipped::acceptFile);
        DocumentSource source = DocumentSource.of(identity, documents)) {
      ProgressBar progress = console.progress("Indexing", "documents");
      IndexingSummary summary =
          OptionHint.add(
              "--field NAME=string",
              FieldTypeException.class::isInstance,
              () ->
                  DocumentFieldOptions.hint(
                      () -> indexer.index(source, now -> show(progress, now))));
      console.endProgress();
      report(console, collection, summary);
      skipped.print(collection, documents);
    }
  }

  private DocumentOptions options() {
    return new DocumentOptions(names.names(), Language.of(language), common.onError, links.links());
  }

  static void show(ProgressBar progress, IndexingProgress now) {
    progress.update(
        now.records(),
        now.fraction() > 0 ? Math.round(now.records() / now.fraction()) : 0,
        Console.formatCount(now.passages(), "passage", "passages"));
  }

  /** Prints the content of an index after a collection was added. */
  static void report(Console console, Path collection, IndexingSummary summary) {
    List<String> remarks = new ArrayList<>();
    if (summary.resumedAt() > 0) {
      remarks.add(
          summary.resumedAt() == summary.records()
              ? "all were indexed before"
              : "resumed after record " + Console.formatCount(summary.resumedAt()));
    }
    if (summary.duplicates() > 0) {
      remarks.add(
          Console.formatCount(summary.duplicates())
              + " replaced by a later document with the same id");
    }
    console.note(
        "Indexed "
            + Console.formatCount(summary.records(), "document", "documents")
            + " of "
            + InputPaths.displayName(collection)
            + " in "
            + Console.formatDuration(summary.elapsed())
            + (remarks.isEmpty() ? "" : "; " + String.join(", ", remarks)));
    reportContent(console, summary);
  }

  /** Prints the content of an index. */
  static void reportContent(Console console, IndexingSummary summary) {
    console.note(
        "The index contains "
            + Console.formatCount(summary.documents(), "document", "documents")
            + ", "
            + Console.formatCount(summary.passages(), "passage", "passages")
            + (summary.passagesPerLanguage().isEmpty()
                ? ""
                : " (" + languages(summary.passagesPerLanguage()) + ")"));
  }

  /** {@code de 240, en 240}. */
  private static String languages(Map<Language, Long> passages) {
    return passages.entrySet().stream()
        .map(entry -> entry.getKey().tag() + " " + Console.formatCount(entry.getValue()))
        .collect(Collectors.joining(", "));
  }
}
