// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.util.EscapedIds;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.collection.LanguageLabels;
import org.isogloss.measure.Comparison;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationFormat;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.QueryWeightedValueCurve;
import org.isogloss.measure.Run;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.TrecEvalVersion;
import org.isogloss.measure.crosslingual.LanguageFairness;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code isogloss evaluate}. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = {
      "Measure a run against relevance judgements, as trec_eval does.",
      "",
      "Measures have the names of ir-measures (nDCG@10, AP, RR, P@5, R@100, Success@1) or"
          + " trec_eval (ndcg_cut.10, map, recip_rank, P.5,10, official, all_trec)."
    })
public final class EvaluateCommand implements Callable<Integer> {
  private static final List<Integer> DEFAULT_DEPTHS = List.of(10, 20, 100);

  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "QRELS",
      description = "Relevance judgements: TREC's four columns, or BEIR's three with their header.")
  private Path qrelsFile;

  @Parameters(
      index = "1",
      paramLabel = "RUN",
      description =
          "The run of a system: TREC's six columns, or MS MARCO's three (query, document, rank).")
  private Path runFile;

  @Option(
      names = "-m",
      paramLabel = "MEASURE",
      description = "A measure; may be repeated. Default: official.")
  private List<String> measures = List.of();

  @Option(names = "-q", description = "Print each query too.")
  private boolean perQuery;

  @Option(
      names = "-c",
      description = "Average over all queries of the qrels; queries without results count 0.")
  private boolean complete;

  @Option(
      names = "-l",
      paramLabel = "N",
      description = "Lowest grade of a relevant document (default: 1).")
  private int relevanceLevel = 1;

  @Option(
      names = "--ignore-identical-ids",
      description =
          "Leave out hits whose id is that of their query, as BEIR does for ArguAna and Quora, whose"
              + " queries are documents.")
  private boolean ignoreIdenticalIds;

  @Option(
      names = "--trec-eval",
      paramLabel = "9|10",
      converter = TrecEvalVersionConverter.class,
      description =
          "Version of trec_eval whose values are printed: 9 (default: 9.0.8) or 10 (10.0), which"
              + " rounds interpolated precision differently, has rbp in all_trec, and prints queries"
              + " without results with -c -q.")
  private TrecEvalVersion version = TrecEvalVersion.V9;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Output format: trec_eval (default), table or json.")
  private String format = "trec_eval";

  @Option(
      names = "--compare",
      paramLabel = "RUN2",
      description = "Compare another run with RUN, query by query, with p-values.")
  private Path otherFile;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random permutations of --compare (default: 1).")
  private long seed = 1;

  @Option(
      names = "--collection-size",
      paramLabel = "N",
      description =
          "Print MQWV and its threshold instead of other measures; N is the number of documents"
              + " in the collection.")
  private Optional<Long> collectionSize = Optional.empty();

  @Option(
      names = "--threshold",
      paramLabel = "SCORE",
      description = "Print AQWV at this threshold, with --collection-size.")
  private Optional<Double> threshold = Optional.empty();

  @Option(
      names = "--beta",
      paramLabel = "B",
      description = "Weight of a false alarm in AQWV and MQWV (default: ${DEFAULT-VALUE}).")
  private double beta = QueryWeightedValueCurve.DEFAULT_BETA;

  @Option(
      names = "--document-languages",
      paramLabel = "FILE",
      description =
          "Print language fairness instead of other measures: PEER and the share of each language;"
              + " the file has lines of document TAB language.")
  private Path languagesFile;

  @Option(
      names = "--depths",
      split = ",",
      paramLabel = "N",
      description = "Depths of language fairness (default: 10,20,100).")
  private List<Integer> depths = List.of();

  EvaluateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (relevanceLevel < 1) {
      throw new IsoglossException("-l is " + relevanceLevel + ", expected 1 or more");
    }
    if (threshold.isPresent() && collectionSize.isEmpty()) {
      throw new IsoglossException("--threshold needs --collection-size: AQWV counts false alarms");
    }
    if (collectionSize.isPresent() && otherFile != null) {
      throw new IsoglossException(
          "--collection-size and --compare cannot be combined: request MQWV of one run at a"
              + " time");
    }
    EvaluationFormat written = EvaluationFormat.parse(format);
    if (collectionSize.isPresent() && written == EvaluationFormat.JSON) {
      throw new IsoglossException(
          "--collection-size and --format json cannot be combined: MQWV is printed as a table");
    }
    if (languagesFile != null && (otherFile != null || collectionSize.isPresent())) {
      throw new IsoglossException(
          "--document-languages cannot be combined with --compare or --collection-size: it"
              + " prints measures of its own");
    }
    if (!depths.isEmpty() && languagesFile == null) {
      throw new IsoglossException(
          "--depths needs --document-languages: the depth of other measures is part of their name,"
              + " such as nDCG@10");
    }
    depths.forEach(depth -> OptionValidation.requireOneOrMore("--depths", depth));
    List<Measure> measured =
        measures.isEmpty() ? Measure.official() : Measure.parseAll(measures, version);
    EvaluationOptions options = new EvaluationOptions(complete, relevanceLevel, version);
    Qrels qrels = Qrels.read(qrelsFile);
    if (collectionSize.isPresent()) {
      printQueryWeightedValues(qrels);
      return 0;
    }
    if (languagesFile != null) {
      printFairness(qrels, written);
      return 0;
    }
    Evaluation evaluation = evaluate(qrels, runFile, measured, options);
    if (otherFile == null) {
      print(written, written.render(evaluation, perQuery));
      return 0;
    }
    Evaluation other = evaluate(qrels, otherFile, measured, options);
    Comparison comparison = Comparison.of(evaluation, other, seed);
    if (written == EvaluationFormat.JSON) {
      print(written, comparison.toJson());
    } else {
      print(EvaluationFormat.TABLE, comparison.toTable());
    }
    return 0;
  }

  private void printQueryWeightedValues(Qrels qrels) {
    QueryWeightedValueCurve curve;
    try {
      curve =
          QueryWeightedValueCurve.of(
              qrels, readRun(runFile), collectionSize.get(), beta, relevanceLevel);
    } catch (IllegalArgumentException e) {
      throw new IsoglossException(e.getMessage(), e);
    }
    TextTable table = new TextTable(List.of("", "value", "P_miss", "P_FA", "threshold"));
    threshold.ifPresent(score -> table.row(row("AQWV", curve.at(score), score)));
    table.row(row("MQWV", curve.maximum(), curve.maximum().threshold()));
    print(EvaluationFormat.TABLE, table.toString());
  }

  private void printFairness(Qrels qrels, EvaluationFormat written) {
    Map<String, Language> languages = new HashMap<>();
    LanguageLabels.load(languagesFile)
        .forEach((id, language) -> languages.put(EscapedIds.escape(id), language));
    LanguageFairness fairness =
        LanguageFairness.of(
            qrels,
            readRun(runFile),
            id ->
                Optional.ofNullable(languages.get(id))
                    .orElseThrow(
                        () ->
                            new IsoglossException(
                                languagesFile
                                    + ": has no language of the document "
                                    + Excerpt.quote(id)
                                    + ": add a line of document TAB language for each document of the run and"
                                    + " of the judgements")),
            depths.isEmpty() ? DEFAULT_DEPTHS : depths,
            relevanceLevel);
    if (written == EvaluationFormat.JSON) {
      print(written, fairness.toJson());
    } else {
      print(EvaluationFormat.TABLE, fairness.toTable());
    }
  }

  private static List<String> row(String name, QueryWeightedValueCurve.Point point, double score) {
    return List.of(
        name,
        String.format(Locale.ROOT, "%.4f", point.value()),
        String.format(Locale.ROOT, "%.4f", point.missRate()),
        String.format(Locale.ROOT, "%.6f", point.falseAlarmRate()),
        String.valueOf(score));
  }

  private Run readRun(Path file) {
    Run run = Run.read(file);
    return ignoreIdenticalIds ? run.filter((query, document) -> !query.equals(document)) : run;
  }

  private Evaluation evaluate(
      Qrels qrels, Path file, List<Measure> measured, EvaluationOptions options) {
    Evaluation evaluation = Evaluation.of(qrels, readRun(file), measured, options);
    evaluation.warnings().forEach(warning -> console.warn(file.getFileName() + ": " + warning));
    return evaluation;
  }

  private void print(EvaluationFormat written, String lines) {
    String text = lines.stripTrailing();
    switch (written) {
      case TREC_EVAL -> console.printData(text);
      case TABLE -> console.print(text);
      case JSON -> console.printJson(text);
    }
  }

  /** Converts the number of a version. */
  static final class TrecEvalVersionConverter implements ITypeConverter<TrecEvalVersion> {
    @Override
    public TrecEvalVersion convert(String number) {
      return switch (number) {
        case "9" -> TrecEvalVersion.V9;
        case "10" -> TrecEvalVersion.V10;
        default -> throw new TypeConversionException("expected 9 or 10, found " + number);
      };
    }
  }
}
