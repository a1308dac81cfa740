// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.lexical.mapping.MapOptions;
import org.isogloss.lexical.mapping.OrthogonalMap;
import org.isogloss.lexical.wordvector.WordVectors;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss vectors map}. */
@Command(
    name = "map",
    mixinStandardHelpOptions = true,
    description = {
      "Map the word vectors of a language into the space of another language, the pivot.",
      "",
      "Learns an orthogonal map from a dictionary. Languages that are mapped to the same pivot are"
          + " in one space."
    })
final class VectorsMapCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "SOURCE.vec",
      description = "Word vectors in the format of fastText's .vec files, plain or gzip.")
  private Path sourceFile;

  @Parameters(
      index = "1",
      paramLabel = "PIVOT.vec",
      description = "The vectors of the pivot language, usually English.")
  private Path pivotFile;

  @Mixin private DictionaryOptions dictionary;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description =
          "Learn from at most N pairs, those with the most frequent words (default:"
              + " ${DEFAULT-VALUE}).")
  private int pairs = 10_000;

  @Option(
      names = "--max-words",
      paramLabel = "N",
      description = "Read the first N words of each file (default: ${DEFAULT-VALUE}).")
  private int maxWords = 200_000;

  @Option(
      names = "--to",
      paramLabel = "FILE.vec",
      required = true,
      description = "Write the mapped vectors, which have unit length, to this file.")
  private Path to;

  @Option(
      names = "--centred-pivot",
      paramLabel = "FILE.vec",
      description =
          "Subtract the mean of the unit vectors in both languages, and write the centred vectors"
              + " of the pivot, to which the mapped vectors belong, to this file.")
  private Path centredPivot;

  @Mixin private ReadingOptions common;

  VectorsMapCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--pairs", pairs);
    OptionValidation.requireOneOrMore("--max-words", maxWords);
    OutputFileValidator.prepareWithFolders(console, to, centredPivot);
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      map(
          dictionary.read(common, skipped),
          VectorFiles.read(sourceFile, maxWords, common, skipped),
          VectorFiles.read(pivotFile, maxWords, common, skipped));
    }
    return 0;
  }

  private void map(List<WordPair> words, WordVectors source, WordVectors pivot) {
    MapOptions options = new MapOptions(centredPivot != null, pairs);
    OrthogonalMap map =
        OptionHint.add(
            "--dictionary, --reverse, --max-words, --pairs",
            failure -> !failure.getMessage().contains("the same: train both"),
            () -> OrthogonalMap.learn(source, pivot, words, options));
    console.note(
        "Learned a map from "
            + Console.formatCount(map.usedPairs(), "pair", "pairs")
            + "; "
            + Console.formatCount(map.unknownPairs(), "pair has", "pairs have")
            + " a word without a vector");
    write(map.apply(source), to);
    if (centredPivot != null) {
      write(OrthogonalMap.identity(pivot, options).apply(pivot), centredPivot);
    }
  }

  private void write(WordVectors vectors, Path file) {
    vectors.write(file);
    console.note(
        "Wrote the vectors of "
            + Console.formatCount(vectors.size(), "word", "words")
            + " to "
            + OutputFileValidator.displayName(file));
  }
}
