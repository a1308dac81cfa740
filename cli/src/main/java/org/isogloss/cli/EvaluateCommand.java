package org.isogloss.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.isogloss.core.IsoglossException;
import org.isogloss.measure.Comparison;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationFormat;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss evaluate}. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = {
      "Measure a run against relevance judgements, as trec_eval does.",
      "",
      "Measures go by the names of ir-measures (nDCG@10, AP, RR, P@5, R@100, Success@1) and of"
          + " trec_eval (ndcg_cut.10, map, recip_rank, P.5,10, official, all_trec)."
    })
final class EvaluateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(index = "0", paramLabel = "QRELS", description = "Judgements, TREC's four columns.")
  private Path qrelsFile;

  @Parameters(
      index = "1",
      paramLabel = "RUN",
      description = "What a system found, TREC's six columns.")
  private Path runFile;

  @Option(
      names = "-m",
      paramLabel = "MEASURE",
      description = "What to measure; may be repeated. Default: official.")
  private List<String> measures = List.of();

  @Option(names = "-q", description = "Figures of each query, too.")
  private boolean perQuery;

  @Option(
      names = "-c",
      description = "Average over all queries of the qrels; those without results count 0.")
  private boolean complete;

  @Option(
      names = "-l",
      paramLabel = "N",
      description = "Relevant is what has grade N or more (default: 1).")
  private int relevanceLevel = 1;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "trec_eval (default), table or json.")
  private String format = "trec_eval";

  @Option(
      names = "--compare",
      paramLabel = "RUN2",
      description = "Compare another run with RUN, query by query, with p-values.")
  private Path otherFile;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the random draws of --compare (default: 1).")
  private long seed = 1;

  EvaluateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (relevanceLevel < 1) {
      throw new IsoglossException("-l is " + relevanceLevel + ", expected 1 or more");
    }
    EvaluationFormat written = EvaluationFormat.parse(format);
    List<Measure> measured = measures.isEmpty() ? Measure.official() : Measure.parseAll(measures);
    EvaluationOptions options = new EvaluationOptions(complete, relevanceLevel);
    Qrels qrels = Qrels.read(qrelsFile);
    Evaluation evaluation = evaluate(qrels, runFile, measured, options);
    if (otherFile == null) {
      print(written.render(evaluation, perQuery));
      return 0;
    }
    Evaluation other = evaluate(qrels, otherFile, measured, options);
    Comparison comparison = Comparison.of(evaluation, other, seed);
    print(written == EvaluationFormat.JSON ? comparison.toJson() : comparison.toTable());
    return 0;
  }

  private Evaluation evaluate(
      Qrels qrels, Path file, List<Measure> measured, EvaluationOptions options) {
    Evaluation evaluation = Evaluation.of(qrels, Run.read(file), measured, options);
    evaluation.warnings().forEach(warning -> console.warn(file.getFileName() + ": " + warning));
    return evaluation;
  }

  private void print(String lines) {
    console.print(lines.stripTrailing());
  }
}
