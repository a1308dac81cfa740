// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.table.CodeSwitcher;
import org.isogloss.lexical.table.TranslationTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss data code-switch}. */
@Command(
    name = "code-switch",
    mixinStandardHelpOptions = true,
    description = {
      "Replace words of one side of bitext by their translations, as more text to train on.",
      "",
      "en-de.tsv.gz becomes en-de.switched.tsv.gz. Pairs without a replaced word are left out."
    })
final class CodeSwitchCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      description = "Bitext named after its languages, such as en-de.tsv.gz; TMX or XLIFF.")
  private Path file;

  @Option(
      names = "--table",
      required = true,
      paramLabel = "FILE",
      description =
          "A translation table (align); words of its source language are replaced, in the side of"
              + " the bitext that has it.")
  private Path table;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the output.")
  private Path to;

  @Option(
      names = "--share",
      paramLabel = "P",
      description =
          "Probability that a word is replaced if it has a translation (default: ${DEFAULT-VALUE}).")
  private double share = 0.3;

  @Option(
      names = "--min-probability",
      paramLabel = "P",
      description = "Minimum probability of a translation (default: ${DEFAULT-VALUE}).")
  private double minProbability = 0.3;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random choice (default: ${DEFAULT-VALUE}).")
  private long seed = 7;

  CodeSwitchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (!(share > 0 && share <= 1)) {
      throw new IsoglossException("--share is " + share + ", expected above 0 to 1");
    }
    if (!(minProbability >= 0 && minProbability <= 1)) {
      throw new IsoglossException("--min-probability is " + minProbability + ", expected 0 to 1");
    }
    LanguagePair languages = Bitext.languages(file);
    TranslationTable translations = TranslationTable.open(table);
    Language switched = translations.languages().source();
    boolean first = switched.equals(languages.source());
    if (!first && !switched.equals(languages.target())) {
      throw new IsoglossException(
          table
              + ": translates "
              + translations.languages()
              + ", expected a table from a language of "
              + file);
    }
    CodeSwitcher switcher = new CodeSwitcher(translations, share, minProbability);
    SplittableRandom random = new SplittableRandom(seed);
    new BitextConversion(console, file)
        .write(
            to.resolve(languages + ".switched.tsv.gz"),
            languages,
            pair ->
                new SentencePair(
                    pair.sourceLanguage(),
                    pair.targetLanguage(),
                    first ? switcher.switchWords(pair.source(), random) : pair.source(),
                    first ? pair.target() : switcher.switchWords(pair.target(), random),
                    pair.origin()));
    return 0;
  }
}
