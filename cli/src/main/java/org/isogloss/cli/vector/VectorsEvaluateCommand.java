// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.lexical.mapping.InductionScores;
import org.isogloss.lexical.mapping.LexiconInduction;
import org.isogloss.lexical.mapping.TranslationRetrieval;
import org.isogloss.lexical.mapping.TranslationRetrieval.Csls;
import org.isogloss.lexical.mapping.TranslationRetrieval.InvertedSoftmax;
import org.isogloss.lexical.mapping.TranslationRetrieval.NearestNeighbour;
import org.isogloss.lexical.mapping.WordTranslator;
import org.isogloss.lexical.wordvector.WordVectors;
import org.isogloss.measure.TextTable;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss vectors evaluate}. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = {
      "Measure how well words are translated by their vectors (bilingual lexicon induction).",
      "",
      "Prints MAP and the share of source words of which a translation is among the first 1, 5 and"
          + " 10 candidates: over the words that have a vector and a translation among the"
          + " candidates (covered), and over all words, of which the others count as wrong."
    })
final class VectorsEvaluateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "SOURCE.vec",
      description = "Word vectors in the format of fastText's .vec files, plain or gzip.")
  private Path sourceFile;

  @Parameters(
      index = "1",
      paramLabel = "TARGET.vec",
      description = "Word vectors of another language in the same space: see vectors map.")
  private Path targetFile;

  @Mixin private DictionaryOptions dictionary;

  @Option(
      names = "--method",
      paramLabel = "nearest|inverted-softmax|csls",
      description =
          "How translations are found: by cosine (default), by the inverted softmax, or by"
              + " cross-domain similarity local scaling.")
  private String method = "nearest";

  @Option(
      names = "--candidates",
      paramLabel = "N",
      description =
          "Consider the first N words of TARGET.vec as translations, and read the first N words of"
              + " SOURCE.vec (default: ${DEFAULT-VALUE}).")
  private int candidates = 200_000;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description =
          "Number of source words over which inverted-softmax and csls estimate which candidates"
              + " are close to many words (default: 10000).")
  private Optional<Integer> sample = Optional.empty();

  @Option(
      names = "--beta",
      paramLabel = "B",
      description = "Inverse temperature of inverted-softmax (default: 30).")
  private Optional<Double> beta = Optional.empty();

  @Option(
      names = "--neighbours",
      paramLabel = "K",
      description = "Number of nearest neighbours of csls (default: 10).")
  private Optional<Integer> neighbours = Optional.empty();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Mixin private ReadingOptions common;

  VectorsEvaluateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--candidates", candidates);
    TranslationRetrieval retrieval = retrieval();
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      evaluate(
          retrieval,
          dictionary.read(common, skipped),
          VectorFiles.read(sourceFile, candidates, common, skipped),
          VectorFiles.read(targetFile, candidates, common, skipped));
    }
    return 0;
  }

  private void evaluate(
      TranslationRetrieval retrieval, List<WordPair> test, WordVectors source, WordVectors target) {
    if (retrieval.sample() > 0) {
      console.note(
          "Comparing "
              + Console.formatCount(Math.min(candidates, target.size()), "candidate", "candidates")
              + " with "
              + Console.formatCount(
                  Math.min(retrieval.sample(), source.size()), "source word", "source words"));
    }
    WordTranslator translator =
        new WordTranslator(source, target, retrieval, candidates, common.threads);
    LexiconInduction result =
        OptionHint.add(
            "--dictionary, --reverse, --candidates",
            () -> LexiconInduction.evaluate(translator, test));
    if (json) {
      console.printJson(toJson(result, translator.candidates()).toPrettyString());
    } else {
      print(result, translator.candidates());
    }
  }

  /** Rejects options that the method does not use. */
  private TranslationRetrieval retrieval() {
    TranslationRetrieval chosen =
        TranslationRetrieval.find(method)
            .orElseThrow(
                () ->
                    new IsoglossException(
                        "--method is "
                            + method
                            + ", expected one of "
                            + String.join(", ", TranslationRetrieval.CODES)));
    requireUsed("--beta", beta.isPresent(), chosen instanceof InvertedSoftmax);
    requireUsed("--neighbours", neighbours.isPresent(), chosen instanceof Csls);
    requireUsed("--sample", sample.isPresent(), chosen.sample() > 0);
    sample.ifPresent(number -> OptionValidation.requireOneOrMore("--sample", number));
    neighbours.ifPresent(number -> OptionValidation.requireOneOrMore("--neighbours", number));
    beta.ifPresent(VectorsEvaluateCommand::requirePositive);
    return switch (chosen) {
      case NearestNeighbour nearest -> nearest;
      case InvertedSoftmax softmax ->
          new InvertedSoftmax(beta.orElse(softmax.beta()), sample.orElse(softmax.sample()));
      case Csls csls ->
          new Csls(neighbours.orElse(csls.neighbours()), sample.orElse(csls.sample()));
    };
  }

  private static void requirePositive(double beta) {
    if (!(beta > 0 && beta < Double.POSITIVE_INFINITY)) {
      throw new IsoglossException("--beta is " + beta + ", expected more than 0");
    }
  }

  private void requireUsed(String option, boolean given, boolean used) {
    if (given && !used) {
      throw new IsoglossException("--method " + method + " does not use " + option);
    }
  }

  private void print(LexiconInduction result, int considered) {
    console.note(
        Console.formatCount(considered, "candidate", "candidates")
            + ", "
            + String.format(Locale.ROOT, "coverage %.3f", result.coverage()));
    TextTable table = new TextTable(List.of("", "words", "MAP", "P@1", "P@5", "P@10"));
    table.row(row("covered", result.covered()));
    table.row(row("all", result.all()));
    console.print(table.toString().stripTrailing());
  }

  private static List<String> row(String name, InductionScores scores) {
    return List.of(
        name,
        Console.formatCount(scores.words()),
        format(scores.meanAveragePrecision()),
        format(scores.precisionAt1()),
        format(scores.precisionAt5()),
        format(scores.precisionAt10()));
  }

  private static String format(double share) {
    return String.format(Locale.ROOT, "%.4f", share);
  }

  private ObjectNode toJson(LexiconInduction result, int considered) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("method", method);
    node.put("candidates", considered);
    node.put("coverage", result.coverage());
    node.set("covered", toJson(result.covered()));
    node.set("all", toJson(result.all()));
    return node;
  }

  private static ObjectNode toJson(InductionScores scores) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("words", scores.words())
        .put("MAP", scores.meanAveragePrecision())
        .put("P@1", scores.precisionAt1())
        .put("P@5", scores.precisionAt5())
        .put("P@10", scores.precisionAt10());
  }
}
