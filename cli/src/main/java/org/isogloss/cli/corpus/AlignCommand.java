package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.OptionValidation;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.alignment.AlignmentFile;
import org.isogloss.lexical.alignment.WordAligner;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss align}. */
@Command(
    name = "align",
    mixinStandardHelpOptions = true,
    description = {
      "Find which words of sentences and their translations translate each other.",
      "",
      "Prints a line of links for each pair of sentences, such as 0-0 1-2: the first source word"
          + " translates the first target word, the second the third. What is asked for by --links"
          + " or --table goes there instead."
    })
public final class AlignCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private BitextOptions bitext;

  @Option(
      names = "--from-links",
      paramLabel = "FILE",
      description =
          "Learn nothing, whatever other options say of how: make the table of these links, which"
              + " any program may have made, a line for each pair.")
  private Path fromLinks;

  @Option(
      names = "--links",
      paramLabel = "FILE",
      description =
          "Where the links go, a line for each pair; empty for pairs left out; - is standard"
              + " output.")
  private Path links;

  @Option(
      names = "--words",
      paramLabel = "FILE",
      description =
          "Write the words that the links count, a line for each pair: source words, |||, target"
              + " words.")
  private Path words;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "Write how likely each word is translated by which, in both directions.")
  private Path table;

  @Mixin private WordAlignmentOptions choice;

  @Option(
      names = "--min-probability",
      paramLabel = "P",
      description = "Leave less likely translations out of the table (default: ${DEFAULT-VALUE}).")
  private double minProbability = TablePruning.DEFAULT.minProbability();

  @Option(
      names = "--max-translations",
      paramLabel = "N",
      description = "Keep N translations of a word in the table (default: ${DEFAULT-VALUE}).")
  private int maxTranslations = TablePruning.DEFAULT.maxTranslations();

  @Mixin private CommonOptions common;

  AlignCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    validate();
    LanguagePair languages = bitext.languages();
    ParallelCorpus corpus = bitext.read(languages, common, console);
    if (words != null) {
      writeWords(corpus);
    }
    if (fromLinks == null) {
      learn(corpus, languages);
    } else {
      write(corpus, languages, consumer -> AlignmentFile.read(fromLinks, corpus, consumer));
    }
    return 0;
  }

  /** What is wrong is said now, and not when the work is done. */
  private void validate() {
    choice.validate();
    OptionValidation.requireOneOrMore("--max-translations", maxTranslations);
    if (!(minProbability >= 0 && minProbability <= 1)) {
      throw new IsoglossException("--min-probability is " + minProbability + ", expected 0 to 1");
    }
    if (fromLinks != null && (table == null || links != null)) {
      throw new IsoglossException(
          "--from-links makes a table of links that are there: expected --table, and no --links");
    }
    OutputFileValidator.prepareWithFolders(console, links, words, table);
  }

  private void learn(ParallelCorpus corpus, LanguagePair languages) {
    long started = System.nanoTime();
    try (WordAligner aligner =
        WordAligner.train(
            corpus, choice.options(common), new AlignmentProgressPrinter(console, languages))) {
      console.endProgress();
      write(corpus, languages, aligner::align);
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
      counts.write(table, languages, new TablePruning(minProbability, maxTranslations));
      console.note("Wrote the table to " + OutputFileValidator.displayName(table));
    }
  }

  /** Links go to their file; to standard output where neither that nor a table is asked for. */
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
