// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.EncoderModelOption;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.LoadedModel;
import org.isogloss.lexical.Vocabulary;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.wordvector.WordVectors;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss vectors encode}. */
@Command(
    name = "encode",
    mixinStandardHelpOptions = true,
    description = {
      "Encode the words of a text with an encoder, each word on its own.",
      "",
      "The vectors of a multilingual encoder are those of one space: they need no map. Writes the"
          + " words and their vectors, most frequent words first, in the format of fastText's .vec"
          + " files."
    })
final class VectorsEncodeCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private TextOptions text;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FILE.vec",
      description = "Write the vectors to this file; - for standard output.")
  private Path to;

  @Mixin private EncoderModelOption model;

  @Mixin private DeviceOption device;

  @Option(
      names = "--min-count",
      paramLabel = "N",
      description = "Leave out words that occur less often (default: ${DEFAULT-VALUE}).")
  private int minCount = 1;

  @Mixin private ReadingOptions common;

  VectorsEncodeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--min-count", minCount);
    WordTokenizer tokenizer = text.tokenizer();
    OutputFileValidator.prepareWithFolders(console, to);
    try (LoadedModel loaded = model.open(device.inference(common))) {
      List<String> words = words(tokenizer);
      ProgressBar bar = console.progress("Encoding", "words");
      WordVectors vectors =
          WordVectors.encode(words, loaded.encoder(), count -> bar.update(count, words.size()));
      console.endProgress();
      vectors.write(to);
      console.note(
          "Wrote "
              + Console.formatCount(vectors.size(), "word", "words")
              + " in "
              + vectors.dimension()
              + " dimensions to "
              + OutputFileValidator.displayName(to));
    }
    return 0;
  }

  /** Returns the distinct words of the text, the most frequent first. */
  private List<String> words(WordTokenizer tokenizer) {
    Vocabulary vocabulary = new Vocabulary();
    ProgressBar reading = console.progress("Reading", "lines");
    try (SkippedRecordReporter skipped = common.skipReport(console);
        TokenizedTexts sentences = text.read(tokenizer, common, skipped, reading)) {
      while (sentences.hasNext()) {
        sentences.next().forEach(vocabulary::add);
      }
    }
    console.endProgress();
    List<String> words =
        IntStream.of(vocabulary.frequent(minCount)).mapToObj(vocabulary::word).toList();
    if (words.isEmpty()) {
      throw new IsoglossException(
          "no word of the text occurs "
              + Console.formatCount(minCount, "time", "times")
              + " or more: encode more text or reduce --min-count");
    }
    return words;
  }
}
