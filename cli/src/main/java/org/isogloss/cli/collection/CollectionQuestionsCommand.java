// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.collection;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.construction.QuestionCollectionBuilder;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.data.Records;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadParagraph;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss collection questions}. */
@Command(
    name = "questions",
    mixinStandardHelpOptions = true,
    description = {
      "Build a test collection from question answering data in SQuAD's format.",
      "",
      "Paragraphs are documents, and questions are queries. Some paragraphs are withheld, so that"
          + " their questions have no answer: this is what index probabilities needs.",
      "",
      "Writes documents.jsonl, queries.jsonl and qrels.txt."
    })
final class CollectionQuestionsCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "SQuAD's JSON, as in SQuAD, MLQA, XQuAD and TyDi QA's gold passages.")
  private List<Path> files;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Create this folder, which must not exist or must be empty.")
  private Path to;

  @Option(
      names = "--withhold",
      paramLabel = "SHARE",
      description = "Share of the paragraphs to withhold, below 1 (default: ${DEFAULT-VALUE}).")
  private double withheld = 0.5;

  @Option(
      names = "--unanswered",
      paramLabel = "SHARE",
      description =
          "Leave out questions without an answer until this share of all questions has none, below"
              + " 1 (default: keep all).")
  private Double unanswered;

  @Option(
      names = "--language",
      paramLabel = "CODE",
      description = "Language of files whose names do not state it.")
  private String language = Language.UNDETERMINED.tag();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the choice of withheld paragraphs (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Mixin private ReadingOptions common;

  CollectionQuestionsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    if (!(withheld >= 0 && withheld < 1)) {
      throw new IsoglossException(
          "--withhold is " + withheld + ", expected at least 0 and less than 1");
    }
    if (unanswered != null && !(unanswered >= 0 && unanswered < 1)) {
      throw new IsoglossException(
          "--unanswered is " + unanswered + ", expected at least 0 and less than 1");
    }
    AtomicFolder.requireAbsentOrEmpty(to);
    QuestionCollectionBuilder builder = new QuestionCollectionBuilder(withheld, seed);
    addFiles(builder);
    if (unanswered != null) {
      builder.limitUnanswered(unanswered);
    }
    TestCollection collection = builder.build(files);
    AtomicFolder.create(to, collection::write);
    console.note(
        "Wrote "
            + to
            + ": "
            + Console.formatCount(collection.documents().size(), "document", "documents")
            + ", "
            + Console.formatCount(collection.queries().size(), "query", "queries")
            + ", "
            + Console.formatCount(builder.unanswered())
            + " of them without an answer");
    return 0;
  }

  private void addFiles(QuestionCollectionBuilder builder) {
    Set<String> names = new HashSet<>();
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files) {
        String name = name(file);
        if (!names.add(name)) {
          throw new IsoglossException(
              file
                  + ": another file is called "
                  + name
                  + ", which document ids begin with; rename it");
        }
        try (Records<SquadParagraph> records =
            SquadDataset.readWithDefaultLanguage(file, Language.of(language), common.onError)
                .onSkipped(skipped)) {
          builder.add(name, records);
          skipped.print(file, records);
        }
      }
    }
  }

  /** Returns the file name without its format. */
  private static String name(Path file) {
    return file.getFileName().toString().replaceFirst("\\.json(\\..*)?$", "");
  }
}
