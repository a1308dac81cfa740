// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.benchmarks.collection.HeadingCollectionReader;
import org.isogloss.benchmarks.collection.MateTestSetReader;
import org.isogloss.benchmarks.collection.QuestionAnsweringCollections;
import org.isogloss.benchmarks.mining.MiningBenchmark;
import org.isogloss.benchmarks.suite.Suite;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.measure.Measure;

/** The available benchmarks. */
public final class Benchmarks {
  /** Name of the benchmark of bitext mining. */
  public static final String MINING = "mining";

  /** Name of the benchmark of many collections. */
  public static final String SUITE = "suite";

  /** XPR's test, of English and Chinese. */
  public static final String XPR_XQUAD = "xpr-xquad";

  /** Headings of a documentation, of English and German. */
  public static final String HELP = "help";

  /** Headings of a documentation in several languages, each in one of them. */
  public static final String HELP_ROTATED = "help-rotated";

  /** Seed of the random languages of {@code xpr-xquad}. */
  private static final long MIX_SEED = 1;

  private static final List<Benchmark> ALL =
      List.of(
          new MateRetrievalBenchmark(
              "tatoeba",
              "sentences in 36 languages retrieve their English translation among 1,000"
                  + " (XTREME)",
              "accuracy",
              Measure.success(1),
              MateTestSetReader::tatoeba),
          new MateRetrievalBenchmark(
              "ntrex",
              "news sentences retrieve their English translation among 1,997 (NTREX-128)",
              "accuracy",
              Measure.success(1),
              MateTestSetReader::ntrex),
          new MateRetrievalBenchmark(
              "europarl-mates",
              "sentences of parliament retrieve their translation among 1,000 (BiCLA)",
              "MAP",
              Measure.AP,
              MateTestSetReader::europarl),
          new MultilingualPoolBenchmark(
              "xquad",
              "questions in 12 languages retrieve their paragraph in each language and in all",
              "MRR",
              Measure.RR,
              QuestionAnsweringCollections::paragraphCollection),
          new MultilingualPoolBenchmark(
              "xquad-r",
              "questions in 11 languages retrieve the sentences with the answer (LAReQA)",
              "MAP",
              Measure.AP,
              QuestionAnsweringCollections::sentenceCollection),
          new RotatedLanguageBenchmark(
              "xquad-r-rotated",
              "questions, each in one of 11 languages, retrieve the sentences with the answer in the"
                  + " others",
              QuestionAnsweringCollections::rotatedSentenceCollection),
          mixedLanguage(XPR_XQUAD, Language.of("en"), Language.of("zh")),
          new HeadingBenchmark(HELP, Language.of("en"), Language.of("de")),
          rotatedHelp(
              HELP_ROTATED, Stream.of("cs", "de", "en", "hu", "zh").map(Language::of).toList()));

  private Benchmarks() {}

  /**
   * Returns XPR's test with two other languages.
   *
   * @return named after them, {@code xpr-xquad-en-de}
   */
  public static Benchmark mixedLanguage(Language first, Language second) {
    return mixedLanguage(XPR_XQUAD + "-" + first.code() + "-" + second.code(), first, second);
  }

  /**
   * Returns the benchmark of headings in other languages.
   *
   * @param queryLanguage language of the headings
   * @param documentLanguage language of the text below them, which may be the same
   * @return named after them, {@code help-en-zh}
   */
  public static Benchmark help(Language queryLanguage, Language documentLanguage) {
    return new HeadingBenchmark(
        HELP + "-" + queryLanguage.code() + "-" + documentLanguage.code(),
        queryLanguage,
        documentLanguage);
  }

  /**
   * Returns the benchmark of headings in rotating languages.
   *
   * @param languages at least two different languages
   * @return named after them, {@code help-rotated-de-en-fr}
   */
  public static Benchmark rotatedHelp(List<Language> languages) {
    return rotatedHelp(
        HELP_ROTATED
            + "-"
            + languages.stream().map(Language::code).collect(Collectors.joining("-")),
        languages);
  }

  private static Benchmark rotatedHelp(String name, List<Language> languages) {
    return new RotatedLanguageBenchmark(
        name,
        "headings of a documentation, each in one of "
            + languages.size()
            + " languages, retrieve the text below them in the others",
        data -> HeadingCollectionReader.rotated(data, name, languages));
  }

  private static Benchmark mixedLanguage(String name, Language first, Language second) {
    String languages = first.name() + " or " + second.name();
    return new MixedLanguageBenchmark(
        name,
        "questions in " + languages + " retrieve paragraphs in " + languages + " (XPR)",
        data ->
            QuestionAnsweringCollections.mixedLanguageCollection(
                data, name, first, second, MIX_SEED));
  }

  /** Returns all of them. */
  public static List<Benchmark> all() {
    return ALL;
  }

  /**
   * Returns the benchmark of a name.
   *
   * @throws IsoglossException if there is none; the message also names {@link MiningBenchmark} and
   *     {@link Suite}
   */
  public static Benchmark named(String name) {
    List<String> names =
        Stream.concat(ALL.stream().map(Benchmark::name), Stream.of(MINING, SUITE)).toList();
    return ALL.stream()
        .filter(benchmark -> benchmark.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IsoglossException(
                    "there is no benchmark \""
                        + name
                        + "\""
                        + NameSuggestions.nearest(name, names)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("")
                        + " There are: "
                        + names.stream().collect(Collectors.joining(", "))));
  }
}
