// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.measure.PrintfNumbers;
import org.isogloss.measure.TextTable;

/**
 * The scores of one or more systems as text or JSON.
 *
 * @param systems the systems; in a comparison, the first is the baseline
 * @param comparison a comparison with the baseline, if one was made
 */
public record TranslationReport(List<SystemScores> systems, Optional<Comparison> comparison) {
  /**
   * A system and what was measured.
   *
   * @param name the name of the system
   * @param evaluations one for each metric, in the same order for all systems
   */
  public record SystemScores(String name, List<TranslationEvaluation> evaluations) {
    public SystemScores {
      evaluations = List.copyOf(evaluations);
    }
  }

  /**
   * A paired test of all systems.
   *
   * @param results for each metric the results of all systems
   */
  public record Comparison(PairedTest test, List<List<PairedResult>> results) {
    public Comparison {
      results = results.stream().map(List::copyOf).toList();
    }
  }

  public TranslationReport {
    systems = List.copyOf(systems);
  }

  /** A report without a comparison. */
  public static TranslationReport of(List<SystemScores> systems) {
    return new TranslationReport(systems, Optional.empty());
  }

  /**
   * Compares all systems with the first.
   *
   * @throws IllegalArgumentException as {@link PairedTest#compare}
   */
  public static TranslationReport compare(
      List<SystemScores> systems, PairedTest test, int threads) {
    List<List<PairedResult>> results = new ArrayList<>();
    for (int i = 0; i < systems.getFirst().evaluations().size(); i++) {
      int metric = i;
      results.add(
          test.compare(
              systems.stream().map(system -> system.evaluations().get(metric)).toList(), threads));
    }
    return new TranslationReport(systems, Optional.of(new Comparison(test, results)));
  }

  private List<TranslationEvaluation> firstEvaluations() {
    return systems.getFirst().evaluations();
  }

  /** Returns the signature of a metric, with the fields of the comparison if there is one. */
  String signature(TranslationEvaluation evaluation) {
    return comparison
        .map(compared -> compared.test().signature(evaluation))
        .orElseGet(evaluation::signature);
  }

  /**
   * Formats the report. A single system has a line for each metric, as sacreBLEU prints it: name,
   * signature, score and details. Several systems are a table, followed by the signatures.
   *
   * @param decimals number of decimals of a score
   */
  public String toText(int decimals) {
    if (systems.size() == 1) {
      return lines(
          firstEvaluations().stream()
              .map(
                  evaluation -> {
                    TranslationScore score = evaluation.score();
                    String line =
                        heading(evaluation)
                            + " = "
                            + PrintfNumbers.formatFixed(score.value(), decimals);
                    return score.details().isEmpty() ? line : line + " " + score.details();
                  })
              .toList());
    }
    return table(decimals) + "\n" + lines(firstEvaluations().stream().map(this::heading).toList());
  }

  private String heading(TranslationEvaluation evaluation) {
    return evaluation.metric().name() + "|" + signature(evaluation);
  }

  private static String lines(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private TextTable table(int decimals) {
    List<String> header = new ArrayList<>(List.of("system"));
    for (TranslationEvaluation evaluation : firstEvaluations()) {
      header.add(evaluation.metric().name());
      comparison.ifPresent(
          compared -> {
            if (compared.test().kind() == PairedTest.Kind.BOOTSTRAP) {
              header.add("mean ± 95% interval");
            }
            header.add("p");
          });
    }
    TextTable table = new TextTable(header);
    for (int system = 0; system < systems.size(); system++) {
      List<String> row = new ArrayList<>(List.of(systems.get(system).name()));
      List<TranslationEvaluation> evaluations = systems.get(system).evaluations();
      for (int metric = 0; metric < evaluations.size(); metric++) {
        double score = evaluations.get(metric).score().value();
        row.add(PrintfNumbers.formatFixed(score, decimals));
        result(system, metric).ifPresent(result -> addResult(row, result, decimals));
      }
      table.row(row);
    }
    return table;
  }

  /** The result of the comparison for a system and a metric. */
  Optional<PairedResult> result(int system, int metric) {
    return comparison.map(compared -> compared.results().get(metric).get(system));
  }

  private static void addResult(List<String> row, PairedResult result, int decimals) {
    result
        .estimate()
        .ifPresent(
            estimate ->
                row.add(
                    PrintfNumbers.formatFixed(estimate.mean(), decimals)
                        + " ± "
                        + PrintfNumbers.formatFixed(estimate.margin(), decimals)));
    row.add(result.p().isEmpty() ? "" : PrintfNumbers.formatFixed(result.p().getAsDouble(), 4));
  }

  /**
   * Formats the scores of the sentences of the first system: a line for each sentence, with the
   * scores of all metrics separated by tabs.
   *
   * @param decimals number of decimals of a score
   */
  public String sentencesText(int decimals) {
    return lines(
        IntStream.range(0, firstEvaluations().getFirst().sentences())
            .mapToObj(
                sentence ->
                    firstEvaluations().stream()
                        .map(evaluation -> evaluation.sentenceScore(sentence).value())
                        .map(score -> PrintfNumbers.formatFixed(score, decimals))
                        .collect(Collectors.joining("\t")))
            .toList());
  }

  /**
   * Formats the report as one JSON object, with numbers in full precision.
   *
   * @param sentences whether to include the scores of sentences
   */
  public String toJson(boolean sentences) {
    return TranslationJson.of(this, sentences);
  }
}
