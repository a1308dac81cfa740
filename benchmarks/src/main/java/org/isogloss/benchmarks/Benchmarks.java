package org.isogloss.benchmarks;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.measure.Measure;

/** The benchmarks there are. */
public final class Benchmarks {
  /** Name of the benchmark of sentence mining. */
  public static final String MINING = "mining";

  /** XPR's test, of English and Chinese. */
  public static final String MIXED = "xpr-xquad";

  /** A documentation's headings, of English and German. */
  public static final String HELP = "help";

  /** Seed of the coin that mixes {@code xpr-xquad}. */
  private static final long MIX_SEED = 1;

  private static final List<Benchmark> ALL =
      List.of(
          new MateBenchmark(
              "tatoeba",
              "sentences in 36 languages ask for their English translation among 1,000 (XTREME)",
              "accuracy",
              Measure.success(1),
              SentenceMates::tatoeba),
          new MateBenchmark(
              "ntrex",
              "news sentences ask for their English translation among 1,997 (NTREX-128)",
              "accuracy",
              Measure.success(1),
              SentenceMates::ntrex),
          new MateBenchmark(
              "europarl-mates",
              "sentences of parliament ask for their translation among 1,000 (BiCLA)",
              "MAP",
              Measure.AP,
              SentenceMates::europarl),
          new LanguagePoolBenchmark(
              "xquad",
              "questions in 12 languages ask for their paragraph in each language and in all",
              "MRR",
              Measure.RR,
              QuestionAnswering::paragraphs),
          new LanguagePoolBenchmark(
              "xquad-r",
              "questions in 11 languages ask for the sentences with the answer (LAReQA)",
              "MAP",
              Measure.AP,
              QuestionAnswering::sentences),
          mixed(MIXED, Language.of("en"), Language.of("zh")),
          new HeadingBenchmark(HELP, Language.of("en"), Language.of("de")));

  private Benchmarks() {}

  /**
   * XPR's test with two other languages.
   *
   * @return named by them, {@code xpr-xquad-en-de}
   */
  public static Benchmark mixed(Language one, Language other) {
    return mixed(MIXED + "-" + one.code() + "-" + other.code(), one, other);
  }

  /**
   * Headings of a documentation in other languages.
   *
   * @param asking of the headings
   * @param asked of the text below them
   * @return named by them, {@code help-en-zh}
   */
  public static Benchmark help(Language asking, Language asked) {
    return new HeadingBenchmark(HELP + "-" + asking.code() + "-" + asked.code(), asking, asked);
  }

  private static Benchmark mixed(String name, Language one, Language other) {
    String languages = one.name() + " or " + other.name();
    return new MixedPairBenchmark(
        name,
        "questions in " + languages + " ask for paragraphs in " + languages + " (XPR)",
        data -> QuestionAnswering.mixed(data, name, one, other, MIX_SEED));
  }

  /** All of them. */
  public static List<Benchmark> all() {
    return ALL;
  }

  /**
   * One of them.
   *
   * @throws IsoglossException if there is none of this name; {@link MiningBenchmark} is named too
   *     where all names are
   */
  public static Benchmark named(String name) {
    List<String> names =
        Stream.concat(ALL.stream().map(Benchmark::name), Stream.of(MINING)).toList();
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
