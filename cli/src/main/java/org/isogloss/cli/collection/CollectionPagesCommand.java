// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.collection;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.construction.PageCollectionBuilder;
import org.isogloss.benchmarks.construction.PageQueryOptions;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.data.Records;
import org.isogloss.data.collection.LinkedDocument;
import org.isogloss.options.OptionValidation;
import org.isogloss.text.typing.Typing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss collection pages}. */
@Command(
    name = "pages",
    mixinStandardHelpOptions = true,
    description = {
      "Build a test collection from pages that exist in several languages.",
      "",
      "The title of a page in one language, or another field of it, is a query for the page in"
          + " another language. Each page is in one language, chosen at random, or, with"
          + " --translations, in all of its languages.",
      "",
      "Writes documents.jsonl, queries.jsonl and qrels.txt."
    })
final class CollectionPagesCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private CollectionSourceOptions source;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Create this folder, which must not exist or must be empty.")
  private Path to;

  @Option(
      names = "--query-field",
      paramLabel = "NAME",
      description =
          "The field of a document that is a query, such as description (default: title).")
  private Optional<String> queryField = Optional.empty();

  @Option(names = "--translations", description = "Have each page in all of its languages.")
  private boolean translations;

  @Option(
      names = "--typing",
      paramLabel = "careful|unaccented|misspelt",
      description =
          "How queries are typed: as they are written (careful, default), without accents, or with"
              + " an error in a word. Queries without an accent or a word of five letters are left"
              + " out of the latter two.")
  private Typing typing = PageQueryOptions.DEFAULT.typing();

  @Option(
      names = "--max-pages",
      paramLabel = "N",
      description = "Maximum number of pages, chosen at random (default: ${DEFAULT-VALUE}).")
  private int maxPages = PageQueryOptions.DEFAULT.maxPages();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all random choices (default: ${DEFAULT-VALUE}).")
  private long seed = PageQueryOptions.DEFAULT.seed();

  @Mixin private ReadingOptions common;

  CollectionPagesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--max-pages", maxPages);
    OptionHint.run(
        "--to DIR", OptionHint.concerning(to), () -> AtomicFolder.requireAbsentOrEmpty(to));
    PageCollectionBuilder builder =
        new PageCollectionBuilder(
            new PageQueryOptions(queryField, translations, typing, maxPages, seed));
    try (SkippedRecordReporter skipped = common.skipReport(console);
        Records<LinkedDocument> documents = source.open(common, skipped)) {
      source.hint(
          () -> {
            builder.add(documents);
            return null;
          });
    }
    TestCollection collection = builder.build();
    AtomicFolder.create(to, collection::write);
    console.note(
        "Wrote "
            + to
            + ": "
            + Console.formatCount(collection.documents().size(), "document", "documents")
            + " in "
            + Console.formatCount(collection.documentCounts().size(), "language", "languages")
            + ", "
            + Console.formatCount(collection.queries().size(), "query", "queries"));
    return 0;
  }
}
