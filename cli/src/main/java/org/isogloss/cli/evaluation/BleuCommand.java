// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.InputPaths;
import org.isogloss.measure.translation.Bleu;
import org.isogloss.measure.translation.PairedTest;
import org.isogloss.measure.translation.References;
import org.isogloss.measure.translation.RuleBasedTokenizer;
import org.isogloss.measure.translation.TranslationEvaluation;
import org.isogloss.measure.translation.TranslationFiles;
import org.isogloss.measure.translation.TranslationMetric;
import org.isogloss.measure.translation.TranslationReport;
import org.isogloss.measure.translation.TranslationReport.SystemScores;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss bleu}. */
@Command(
    name = "bleu",
    mixinStandardHelpOptions = true,
    description = {
      "Measure translations against references by BLEU, chrF and TER, as sacreBLEU does.",
      "",
      "All files have one sentence on each line, UTF-8, plain or compressed; - is standard input."
          + " Line N of each file translates the same sentence. Do not tokenize them: BLEU does it."
    })
public final class BleuCommand implements Callable<Integer> {
  private static final long DEFAULT_SEED = 1;
  private static final int MAX_DECIMALS = 15;

  /** The number of lines that end in a separate full stop from which a warning is printed. */
  private static final int SUSPICIOUS_LINES = 100;

  private final Console console;

  @Parameters(index = "0", paramLabel = "REFERENCE", description = "The reference translations.")
  private Path referenceFile;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "HYPOTHESIS",
      description = "The translations of each system; with --compare, the first is the baseline.")
  private List<Path> hypothesisFiles = List.of();

  @Option(
      names = "--references",
      paramLabel = "FILE",
      description =
          "Another file of reference translations, in addition to REFERENCE. Repeat the option"
              + " for each"
              + " file: --references REF2 --references REF3.")
  private List<Path> otherReferenceFiles = List.of();

  @Mixin private TranslationMetricOptions metricOptions;

  @Option(
      names = "--sentences",
      description =
          "Print the scores of each sentence: a line for each sentence, a column for each measure."
              + " BLEU leaves out orders that are longer than the sentence.")
  private boolean sentences;

  @Option(
      names = "--compare",
      paramLabel = "TEST",
      description =
          "Compare each system with the first by a paired test: bootstrap or randomization.")
  private Optional<PairedTest.Kind> compare = Optional.empty();

  @Option(
      names = "--samples",
      paramLabel = "N",
      description =
          "Number of samples of --compare (default: 1000 for bootstrap, 10000 for randomization).")
  private Optional<Integer> samples = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random samples of --compare (default: 1).")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--decimals",
      paramLabel = "N",
      description = "Number of decimals of a score (default: ${DEFAULT-VALUE}).")
  private int decimals = 1;

  @Option(names = "--json", description = "Print JSON, with numbers in full precision.")
  private boolean json;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads (default: one for each processor).")
  private int threads = Runtime.getRuntime().availableProcessors();

  BleuCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    validate();
    List<TranslationMetric> metrics = metricOptions.metrics(sentences);
    List<Path> referenceFiles = new ArrayList<>(List.of(referenceFile));
    referenceFiles.addAll(otherReferenceFiles);
    References references = TranslationFiles.readReferences(referenceFiles);
    List<SystemScores> systems = measure(metrics, references);
    TranslationReport report =
        compare
            .map(
                kind ->
                    TranslationReport.compare(
                        systems,
                        new PairedTest(
                            kind, samples.orElse(kind.defaultSamples()), seed.orElse(DEFAULT_SEED)),
                        threads))
            .orElseGet(() -> TranslationReport.of(systems));
    if (json) {
      console.printJson(report.toJson(sentences).stripTrailing());
    } else if (sentences) {
      console.printData(report.sentencesText(decimals).stripTrailing());
    } else {
      console.print(report.toText(decimals).stripTrailing());
    }
    return 0;
  }

  private void validate() {
    OptionValidation.requireOneOrMore("--threads", threads);
    samples.ifPresent(value -> OptionValidation.requireOneOrMore("--samples", value));
    if (decimals < 0 || decimals > MAX_DECIMALS) {
      throw new IsoglossException("--decimals is " + decimals + ", expected 0 to " + MAX_DECIMALS);
    }
    if (compare.isPresent() && hypothesisFiles.size() < 2) {
      throw new IsoglossException(
          "--compare has one file of translations, expected two or more: the baseline first");
    }
    if (compare.isEmpty() && (samples.isPresent() || seed.isPresent())) {
      throw new IsoglossException("--samples and --seed need --compare");
    }
    if (sentences && hypothesisFiles.size() > 1) {
      throw new IsoglossException(
          "--sentences has "
              + hypothesisFiles.size()
              + " files of translations, expected one: run it once for each");
    }
  }

  private List<SystemScores> measure(List<TranslationMetric> metrics, References references) {
    List<SystemScores> systems = new ArrayList<>();
    List<String> baseline = List.of();
    for (Path file : hypothesisFiles) {
      List<String> hypotheses =
          TranslationFiles.readAligned(file, referenceFile, references.sentences());
      String name = InputPaths.displayName(file);
      if (metrics.stream().anyMatch(BleuCommand::isTokenizing)) {
        warnOfTokens(name, hypotheses);
      }
      if (systems.isEmpty()) {
        baseline = hypotheses;
      } else if (compare.isPresent() && hypotheses.equals(baseline)) {
        console.warn(
            name + " has the same translations as the baseline: its p-value has no meaning");
      }
      systems.add(
          new SystemScores(
              name,
              metrics.stream()
                  .map(metric -> TranslationEvaluation.of(metric, hypotheses, references, threads))
                  .toList()));
    }
    return systems;
  }

  private static boolean isTokenizing(TranslationMetric metric) {
    return metric instanceof Bleu bleu && bleu.tokenizer() != RuleBasedTokenizer.NONE;
  }

  private void warnOfTokens(String name, List<String> hypotheses) {
    long suspicious = hypotheses.stream().filter(line -> line.endsWith(" .")).count();
    if (suspicious >= SUSPICIOUS_LINES) {
      console.warn(
          name
              + ": "
              + Console.formatCount(suspicious)
              + " lines end in a space and a full stop: BLEU expects text that is not tokenized");
    }
  }
}
