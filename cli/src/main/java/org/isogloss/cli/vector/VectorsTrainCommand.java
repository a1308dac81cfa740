// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.WordList;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.skipgram.SkipGramListener;
import org.isogloss.lexical.skipgram.SkipGramOptions;
import org.isogloss.lexical.skipgram.SkipGramProgress;
import org.isogloss.lexical.skipgram.SkipGramTrainer;
import org.isogloss.lexical.skipgram.SubwordVectors;
import org.isogloss.lexical.wordvector.WordVectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss vectors train}. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Train vectors of the words of a text and of their n-grams of characters.",
      "",
      "The skip-gram model with subword information of fastText (Bojanowski et al. 2017). Writes"
          + " the words and their vectors, most frequent words first, in the format of fastText's"
          + " .vec files."
    })
final class VectorsTrainCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private TextOptions text;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FILE.vec",
      description = "Write the vectors to this file; - for standard output.")
  private Path to;

  @Option(
      names = "--words",
      paramLabel = "FILE",
      description =
          "Add the words of this file, one on each line, with vectors composed from their n-grams,"
              + " if the text has any of these. Without --at-spaces the words are lower-cased.")
  private Optional<Path> wordFile = Optional.empty();

  @Mixin private SkipGramTrainingOptions training;
  @Mixin private ReadingOptions common;

  VectorsTrainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    SkipGramOptions options = training.options(common);
    WordTokenizer tokenizer = text.tokenizer();
    OutputFileValidator.prepareWithFolders(console, to);
    List<String> further;
    SubwordVectors vectors;
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      further = wordFile.map(file -> readWords(file, skipped)).orElse(List.of());
      vectors = train(tokenizer, options, skipped);
    }
    WordVectors words = vectors.withWords(further);
    words.write(to);
    reportMissing(further, words);
    console.note(
        "Wrote "
            + Console.formatCount(words.size(), "word", "words")
            + " in "
            + words.dimension()
            + " dimensions to "
            + OutputFileValidator.displayName(to));
    return 0;
  }

  private List<String> readWords(Path file, SkippedRecordReporter skipped) {
    try (Records<String> records = WordList.read(file, common.onError).onSkipped(skipped)) {
      List<String> words = records.toList();
      skipped.print(file, records);
      return text.atSpaces()
          ? words
          : words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
    }
  }

  private SubwordVectors train(
      WordTokenizer tokenizer, SkipGramOptions options, SkippedRecordReporter skipped) {
    ProgressBar reading = console.progress("Reading", "lines");
    try (TokenizedTexts sentences = text.read(tokenizer, common, skipped, reading)) {
      return OptionHint.add(
          "--min-count N",
          failure -> failure.getMessage().endsWith("reduce the minimum count"),
          () -> SkipGramTrainer.train(sentences, options, new ProgressPrinter()));
    }
  }

  private void reportMissing(List<String> further, WordVectors words) {
    long missing = further.stream().distinct().filter(word -> words.row(word).isEmpty()).count();
    if (missing > 0) {
      console.note(
          Console.formatCount(missing, "word", "words")
              + " of --words left out: no n-gram occurs in the text");
    }
  }

  /** Shows a progress bar and a summary. */
  private final class ProgressPrinter implements SkipGramListener {
    private ProgressBar bar = ProgressBar.NONE;

    @Override
    public void textRead(long words, int vocabulary, int ngramRows) {
      console.endProgress();
      console.note(
          Console.formatCount(words, "word", "words")
              + ", "
              + Console.formatCount(vocabulary)
              + " distinct ones that are frequent enough, with n-grams in "
              + Console.formatCount(ngramRows, "bucket", "buckets"));
      bar = console.progress("Training", "words");
    }

    @Override
    public void progress(SkipGramProgress progress) {
      bar.update(
          progress.words(),
          progress.totalWords(),
          String.format(Locale.ROOT, "loss %.4f", progress.loss()));
      if (progress.words() == progress.totalWords()) {
        console.endProgress();
        console.note(
            String.format(
                Locale.ROOT,
                "Trained in %s: %,.0f words a second, loss %.4f",
                Console.formatDuration(progress.elapsed()),
                progress.wordsPerSecond(),
                progress.loss()));
      }
    }
  }
}
