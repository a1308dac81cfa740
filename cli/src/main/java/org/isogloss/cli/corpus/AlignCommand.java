// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentFile;
import org.isogloss.lexical.alignment.WordAligner;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.options.TablePruningOptions;
import org.isogloss.options.WordAlignmentOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss align}. */
@Command(
    name = "align",
    mixinStandardHelpOptions = true,
    description = {
      "Find which words of sentence pairs are translations of each other.",
      "",
      "Prints a line of links for each sentence pair, such as 0-0 1-2: the first source word is"
          + " linked to the first target word, the second to the third. With --links or --table,"
          + " writes those files instead.",
      "",
      "With --documents, aligns the sentences of two documents that are translations of each other."
    })
public final class AlignCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private BitextOptions bitext;

  @Option(
      names = "--from-links",
      paramLabel = "FILE",
      description =
          "Learn nothing, and compute the table of these links, which any program may have"
              + " written, one line for each pair. Other training options are ignored.")
  private Path fromLinks;

  @Option(
      names = "--links",
      paramLabel = "FILE",
      description =
          "Write the links to this file, one line for each pair, empty for skipped pairs; - for"
              + " standard output. With --documents: the numbers of the sentences, [0]:[0, 1]:COST.")
  private Path links;

  @Option(
      names = "--words",
      paramLabel = "FILE",
      description =
          "Write the words to which the links refer, one line for each pair: source words, |||,"
              + " target words.")
  private Path words;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "Write the translation probabilities of the words, in both directions.")
  private Path table;

  @Mixin private WordAlignmentOptions choice;

  @Mixin private TablePruningOptions pruning;

  @Mixin private DocumentAlignmentOptions documents;

  @Mixin private ReadingOptions common;

  AlignCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    if (documents.isSelected()) {
      alignDocuments();
      return 0;
    }
    AlignerOptions options = choice.toBuilder().threads(common.threads).build();
    TablePruning limits = pruning.pruning();
    validate();
    LanguagePair languages = bitext.languages();
    ParallelCorpus corpus = bitext.read(languages, common, console);
    if (words != null) {
      writeWords(corpus);
    }
    if (fromLinks == null) {
      learn(corpus, languages, options, limits);
    } else {
      write(corpus, languages, limits, consumer -> AlignmentFile.read(fromLinks, corpus, consumer));
    }
    return 0;
  }

  private void alignDocuments() {
    if (table != null || words != null || fromLinks != null) {
      throw new IsoglossException(
          "--documents aligns sentences: omit --table, --words and --from-links, and align the words"
              + " of the written pairs");
    }
    OutputFileValidator.prepareWithFolders(console, links);
    documents.align(
        console,
        common,
        bitext.languages(),
        bitext.source().file(),
        bitext.source().requireTargetFile(),
        Optional.ofNullable(links));
  }

  /** Validates the options before the work begins. */
  private void validate() {
    if (fromLinks != null && (table == null || links != null)) {
      throw new IsoglossException(
          "--from-links computes the table of given links: expected --table, and no --links");
    }
    OutputFileValidator.prepareWithFolders(console, links, words, table);
  }

  private void learn(
      ParallelCorpus corpus, LanguagePair languages, AlignerOptions options, TablePruning limits) {
    long started = System.nanoTime();
    try (WordAligner aligner =
        WordAligner.train(
            corpus,
            options,
            new AlignmentProgressPrinter(console, languages, options.agreement()))) {
      console.endProgress();
      write(corpus, languages, limits, aligner::align);
    }
    console.note(
        "Aligned in " + Console.formatDuration(Duration.ofNanos(System.nanoTime() - started)));
  }

  private void writeWords(ParallelCorpus corpus) {
    try (RecordWriter<String> writer = PlainTextLines.writer(words)) {
      for (int pair = 0; pair < corpus.size(); pair++) {
        writer.write(
            String.join(" ", corpus.sourceWords(pair))
                + " ||| "
                + String.join(" ", corpus.targetWords(pair)));
      }
      writer.commit();
    }
  }

  private void write(
      ParallelCorpus corpus,
      LanguagePair languages,
      TablePruning limits,
      Consumer<WordAligner.AlignmentConsumer> alignments) {
    TranslationCounts counts = new TranslationCounts();
    try (LinkOutput output = new LinkOutput()) {
      alignments.accept(
          (pair, alignment) -> {
            output.write(alignment.toString());
            if (table != null) {
              counts.add(corpus.sourceWords(pair), corpus.targetWords(pair), alignment);
            }
          });
      console.endProgress();
      output.commit();
    }
    if (table != null) {
      counts.write(table, languages, limits);
      console.note("Wrote the table to " + OutputFileValidator.displayName(table));
    }
  }

  /**
   * Returns the destination of the links: their file, or standard output if neither a file nor a
   * table was requested.
   */
  private final class LinkOutput implements AutoCloseable {
    private final Optional<RecordWriter<String>> writer =
        Optional.ofNullable(links).map(PlainTextLines::writer);

    void write(String line) {
      if (writer.isPresent()) {
        writer.get().write(line);
      } else if (table == null) {
        console.printData(line);
      }
    }

    void commit() {
      writer.ifPresent(
          open -> {
            open.commit();
            console.note("Wrote the links to " + OutputFileValidator.displayName(links));
          });
    }

    @Override
    public void close() {
      writer.ifPresent(RecordWriter::close);
    }
  }
}
