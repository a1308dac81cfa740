// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.search.analysis.JapaneseReadings;
import org.isogloss.text.romanization.RomanizationScheme;
import org.isogloss.text.romanization.Romanizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss data romanize}. */
@Command(
    name = "romanize",
    mixinStandardHelpOptions = true,
    description = {
      "Write the sides of bitext that have another script in Latin letters, as more text to train"
          + " on.",
      "",
      "en-ru.tsv.gz becomes en-ru-Latn.tsv.gz. Each sentence is written in one of the schemes of"
          + " its language, taken at random."
    })
final class RomanizeCommand implements Callable<Integer> {
  private static final String LATIN = "Latn";

  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Bitext named after its languages, such as en-ru.tsv.gz; files of two languages in Latin"
              + " letters are left out.")
  private List<Path> files;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the output.")
  private Path to;

  @Option(
      names = "--scheme",
      paramLabel = "scholarly|plain|official|informal",
      description =
          "Use this scheme only, if the language has it; may be repeated (default: all). plain is"
              + " scholarly without marks, official that of geographic names, informal what people"
              + " type.")
  private Set<RomanizationScheme> schemes = EnumSet.allOf(RomanizationScheme.class);

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random choice (default: ${DEFAULT-VALUE}).")
  private long seed = 7;

  RomanizeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    SequencedMap<LanguagePair, Path> inputs = new LinkedHashMap<>();
    for (Path file : files) {
      LanguagePair languages = Bitext.languages(file);
      LanguagePair romanized =
          new LanguagePair(romanized(languages.source()), romanized(languages.target()));
      if (romanized.equals(languages)) {
        console.note(file + ": both languages are written in Latin letters");
        continue;
      }
      Path other = inputs.put(romanized, file);
      if (other != null) {
        throw new IsoglossException(
            file
                + " and "
                + other
                + " would be written to the same file, "
                + output(romanized)
                + ": write them to different folders");
      }
      requireNoOtherText(romanized);
    }
    inputs.forEach((romanized, file) -> romanize(file, romanized));
    return 0;
  }

  private Path output(LanguagePair romanized) {
    return to.resolve(romanized + ".tsv.gz");
  }

  /**
   * Requires that an output does not replace text that was written in Latin letters from the start:
   * the tag of Uzbek in Latin letters is {@code uz}.
   */
  private void requireNoOtherText(LanguagePair romanized) {
    Path output = output(romanized);
    if (!romanized.toString().contains("-" + LATIN) && Files.exists(output)) {
      throw new IsoglossException(
          output + ": already exists, and its text need not be romanized: choose another folder");
    }
  }

  private static Language romanized(Language language) {
    return Romanizer.isNeededFor(language) ? Language.of(language.code() + "-" + LATIN) : language;
  }

  private void romanize(Path file, LanguagePair romanized) {
    LanguagePair languages = Bitext.languages(file);
    Side source = new Side(languages.source());
    Side target = new Side(languages.target());
    SplittableRandom random = new SplittableRandom(seed);
    new BitextConversion(console, file)
        .write(
            output(romanized),
            romanized,
            pair ->
                new SentencePair(
                    romanized.source(),
                    romanized.target(),
                    source.romanize(pair.source(), random),
                    target.romanize(pair.target(), random),
                    pair.origin()));
  }

  /** One side of a file. */
  private final class Side {
    /** Empty if the language is written in Latin letters. */
    private final Optional<Romanizer> romanizer;

    private final List<RomanizationScheme> usable;

    Side(Language language) {
      this.romanizer =
          Romanizer.isNeededFor(language)
              ? Optional.of(Romanizer.of(language, readings(language)))
              : Optional.empty();
      Set<RomanizationScheme> existing = romanizer.map(Romanizer::schemes).orElse(Set.of());
      this.usable = existing.stream().filter(schemes::contains).sorted().toList();
      if (usable.isEmpty() && romanizer.isPresent()) {
        throw new IsoglossException(
            language.name()
                + " has no such scheme, expected one of "
                + existing.stream()
                    .sorted()
                    .map(scheme -> scheme.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", ")));
      }
    }

    private static UnaryOperator<String> readings(Language language) {
      return Romanizer.needsReadings(language)
          ? new JapaneseReadings()::read
          : UnaryOperator.identity();
    }

    String romanize(String text, SplittableRandom random) {
      return romanizer
          .map(found -> found.romanize(text, usable.get(random.nextInt(usable.size()))))
          .orElse(text);
    }
  }
}
