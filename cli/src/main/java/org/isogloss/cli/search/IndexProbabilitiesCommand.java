// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.IsoglossVersion;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Retriever;
import org.isogloss.core.ScoreProbability;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.Queries;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.ResultUnit;
import org.isogloss.engine.SearchEngine;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.probability.PlattScaling;
import org.isogloss.measure.probability.ReliabilityCurve;
import org.isogloss.measure.probability.ScoredJudgement;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.LineChart;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.search.BatchSearch;
import org.isogloss.search.QueryResult;
import org.isogloss.search.pipeline.Pipeline;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code isogloss index probabilities}. */
@Command(
    name = "probabilities",
    mixinStandardHelpOptions = true,
    description = {
      "Estimate from judged queries how the scores of the re-ranker become probabilities that a"
          + " hit answers its query, and store this in the index.",
      "",
      "The first hit of each query counts, also that of a query without a relevant document: about"
          + " as many of these should be given as users ask. The calibration error is measured by"
          + " ten-fold cross-validation."
    })
final class IndexProbabilitiesCommand extends IndexSubcommand {
  /** Number of hits of each query whose probabilities are measured. */
  private static final int DEPTH = 10;

  /** Number of folds of the cross-validation. */
  private static final int FOLDS = 10;

  /** Minimum number of queries whose first hit is relevant, and of those whose first hit is not. */
  private static final int MIN_QUERIES = 10;

  private static final long SEED = 1;

  @Option(
      names = "--queries",
      required = true,
      paramLabel = "FILE",
      description = "Queries as TSV (id TAB text), JSONL or TREC topics; - for standard input.")
  private Path queryFile;

  @Option(
      names = "--qrels",
      required = true,
      paramLabel = "FILE",
      description = "Relevance judgements: TREC's four columns, or BEIR's three with their header.")
  private Path qrelsFile;

  @Option(
      names = "-l",
      paramLabel = "N",
      description = "Lowest grade of a relevant document (default: 1).")
  private int relevanceLevel = 1;

  @Option(
      names = "--pipeline",
      paramLabel = "P",
      description = "A pipeline with a re-ranker (default: that of search).")
  private String pipeline;

  @Option(
      names = "--check",
      description = "Estimate nothing; measure the probabilities that searches return now.")
  private boolean check;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "Store the estimate in this model folder of the re-ranker, not in the index.")
  private Path modelFolder;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Write a reliability diagram as an HTML page.")
  private Path report;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads (default: one for each processor).")
  private int threads = Runtime.getRuntime().availableProcessors();

  IndexProbabilitiesCommand(Console console) {
    super(console);
  }

  /** The scores of the first hits of a query, best first, with their judgements. */
  private record JudgedHits(List<ScoredJudgement> hits) {}

  /**
   * What was found.
   *
   * @param probability the conversion of scores to probabilities
   * @param first probabilities of the first hits
   * @param all probabilities of the first {@value #DEPTH} hits
   */
  private record Outcome(
      String reranker,
      ScoreProbability probability,
      List<ScoredJudgement> first,
      List<ScoredJudgement> all) {
    ReliabilityCurve curve() {
      return ReliabilityCurve.of(first, ReliabilityCurve.DEFAULT_BINS);
    }

    double errorOfFirst() {
      return curve().expectedCalibrationError();
    }

    double errorOfAll() {
      return ReliabilityCurve.of(all, ReliabilityCurve.DEFAULT_BINS).expectedCalibrationError();
    }
  }

  @Override
  public Integer call() {
    if (check && modelFolder != null) {
      throw new IsoglossException(
          "--check and --to cannot be combined: --check estimates nothing to store");
    }
    OutputFileValidator.prepare(console, report);
    Path index = folder();
    EngineBuilder builder = SearchEngine.at(index).threads(threads);
    if (pipeline != null) {
      builder.pipeline(Pipeline.parse(pipeline));
    }
    try (SearchEngine engine = builder.open()) {
      Outcome outcome = measure(engine);
      if (!check) {
        store(engine, outcome);
      }
      print(outcome);
      if (report != null) {
        write(outcome, index);
      }
    }
    return 0;
  }

  private Outcome measure(SearchEngine engine) {
    String reranker =
        engine
            .defaultPipeline()
            .reranker()
            .orElseThrow(
                () ->
                    new IsoglossException(
                        "the pipeline "
                            + engine.defaultPipeline()
                            + " has no re-ranker, whose scores become probabilities; name one with"
                            + " --pipeline"));
    List<JudgedHits> judged = search(engine, reranker);
    if (judged.isEmpty()) {
      throw new IsoglossException(queryFile + ": no query has a hit in the index");
    }
    long passages = engine.passages();
    if (check) {
      ScoreProbability known =
          engine
              .probability(reranker)
              .orElseThrow(
                  () ->
                      new IsoglossException(
                          "the re-ranker "
                              + reranker
                              + " has no probabilities that can be measured; estimate them without"
                              + " --check"));
      return outcome(reranker, known, judged, passages, query -> known);
    }
    requireEnough(judged);
    ScoreProbability whole = PlattScaling.fit(firstHits(judged, i -> true), passages);
    int[] folds = folds(judged);
    List<ScoreProbability> others = new ArrayList<>();
    for (int fold = 0; fold < FOLDS; fold++) {
      int left = fold;
      others.add(PlattScaling.fit(firstHits(judged, i -> folds[i] != left), passages));
    }
    return outcome(reranker, whole, judged, passages, query -> others.get(folds[query]));
  }

  private void requireEnough(List<JudgedHits> judged) {
    long relevant = judged.stream().filter(query -> query.hits().getFirst().relevant()).count();
    if (Math.min(relevant, judged.size() - relevant) < MIN_QUERIES) {
      throw new IsoglossException(
          String.format(
              Locale.ROOT,
              "%s: %d queries have a relevant first hit and %d do not, expected at least %d of each;"
                  + " judge more queries, also some without an answer",
              qrelsFile,
              relevant,
              judged.size() - relevant,
              MIN_QUERIES));
    }
  }

  /** Assigns queries to folds at random, with as many relevant first hits in each. */
  private static int[] folds(List<JudgedHits> judged) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, judged.size()).boxed().toList());
    Collections.shuffle(order, new Random(SEED));
    order.sort(Comparator.comparing(i -> judged.get(i).hits().getFirst().relevant()));
    int[] folds = new int[judged.size()];
    for (int i = 0; i < folds.length; i++) {
      folds[order.get(i)] = i % FOLDS;
    }
    return folds;
  }

  private static List<ScoredJudgement> firstHits(List<JudgedHits> judged, IntPredicate included) {
    return IntStream.range(0, judged.size())
        .filter(included)
        .mapToObj(i -> judged.get(i).hits().getFirst())
        .toList();
  }

  private static Outcome outcome(
      String reranker,
      ScoreProbability whole,
      List<JudgedHits> judged,
      long passages,
      IntFunction<ScoreProbability> probabilityOfQuery) {
    List<ScoredJudgement> first = new ArrayList<>();
    List<ScoredJudgement> all = new ArrayList<>();
    for (int i = 0; i < judged.size(); i++) {
      ScoreProbability probability = probabilityOfQuery.apply(i);
      List<ScoredJudgement> converted =
          judged.get(i).hits().stream()
              .map(
                  hit -> new ScoredJudgement(probability.of(hit.score(), passages), hit.relevant()))
              .toList();
      first.add(converted.getFirst());
      all.addAll(converted);
    }
    return new Outcome(reranker, whole, first, all);
  }

  private List<JudgedHits> search(SearchEngine engine, String reranker) {
    Qrels qrels = Qrels.read(qrelsFile);
    List<Query> queries;
    try (Records<Query> records = Queries.read(queryFile, Language.UNDETERMINED, OnError.FAIL)) {
      queries = records.toList();
    }
    Retriever retriever = engine.retriever(engine.defaultPipeline(), Set.of(), ResultUnit.DOCUMENT);
    ProgressBar progress = console.progress("Searching", "queries");
    List<JudgedHits> judged = new ArrayList<>();
    int[] done = new int[1];
    try (Stream<QueryResult> results =
        BatchSearch.search(
            retriever,
            queries,
            DEPTH,
            BatchSearch.recommendedThreads(engine.defaultPipeline(), threads))) {
      results.forEachOrdered(
          result -> {
            List<Hit> hits = result.ranking().hits();
            if (!hits.isEmpty()) {
              double[] scores = engine.scores(reranker, result.query(), hits);
              List<ScoredJudgement> scored = new ArrayList<>();
              for (int i = 0; i < scores.length; i++) {
                int grade = qrels.grade(result.query().id(), hits.get(i).documentId()).orElse(0);
                scored.add(new ScoredJudgement(scores[i], grade >= relevanceLevel));
              }
              judged.add(new JudgedHits(List.copyOf(scored)));
            }
            progress.update(++done[0], queries.size());
          });
    }
    console.endProgress();
    return judged;
  }

  private void store(SearchEngine engine, Outcome outcome) {
    if (modelFolder == null) {
      engine.setProbability(outcome.reranker(), outcome.probability());
    } else {
      ModelManifest.read(modelFolder).withProbability(outcome.probability()).write(modelFolder);
    }
  }

  private void print(Outcome outcome) {
    if (json) {
      console.printJson(toJson(outcome).toPrettyString());
      return;
    }
    console.printRow("re-ranker", outcome.reranker());
    console.printRow(
        "probability",
        String.format(
            Locale.ROOT,
            "1 / (1 + exp(-(%.3f score %+.3f - %.2f ln passages)))",
            outcome.probability().slope(),
            outcome.probability().intercept(),
            outcome.probability().sizeWeight()));
    console.printRow("queries", Console.formatCount(outcome.first().size()));
    console.printRow(
        "relevant",
        Console.formatCount(outcome.first().stream().filter(ScoredJudgement::relevant).count()));
    console.printRow(
        "error",
        String.format(
            Locale.ROOT,
            "%.3f of the first hits, %.3f of the first %d (expected calibration error)",
            outcome.errorOfFirst(),
            outcome.errorOfAll(),
            DEPTH));
    console.print("");
    console.print(table(outcome.curve()).toString().stripTrailing());
    if (!check) {
      console.note("Stored the probabilities in " + (modelFolder == null ? folder() : modelFolder));
    }
  }

  private static TextTable table(ReliabilityCurve curve) {
    TextTable table = new TextTable(List.of("first hits", "probability", "relevant"));
    for (ReliabilityCurve.Bin bin : curve.bins()) {
      table.row(
          List.of(
              Console.formatCount(bin.hits()),
              String.format(Locale.ROOT, "%.3f", bin.meanProbability()),
              String.format(Locale.ROOT, "%.3f", bin.relevantShare())));
    }
    return table;
  }

  private static ObjectNode toJson(Outcome outcome) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("reranker", outcome.reranker());
    root.put("slope", outcome.probability().slope());
    root.put("intercept", outcome.probability().intercept());
    root.put("size_weight", outcome.probability().sizeWeight());
    root.put("queries", outcome.first().size());
    root.put("calibration_error_first", outcome.errorOfFirst());
    root.put("calibration_error_first_" + DEPTH, outcome.errorOfAll());
    ArrayNode bins = root.putArray("bins");
    for (ReliabilityCurve.Bin bin : outcome.curve().bins()) {
      bins.addObject()
          .put("hits", bin.hits())
          .put("probability", bin.meanProbability())
          .put("relevant", bin.relevantShare());
    }
    return root;
  }

  private void write(Outcome outcome, Path index) {
    HtmlReport page = new HtmlReport("Probabilities of " + outcome.reranker());
    page.paragraph(
        String.format(
            Locale.ROOT,
            "The first hits of %s queries in %d bins of equal size, by their probability. Expected"
                + " calibration error: %.3f.",
            Console.formatCount(outcome.first().size()),
            outcome.curve().bins().size(),
            outcome.errorOfFirst()));
    page.figure(LineChart.of("Reliability", outcome.curve()));
    page.provenance(
            Map.of(
                "index", index.toString(),
                "re-ranker", outcome.reranker(),
                "version", IsoglossVersion.version()))
        .write(report);
    console.note("Wrote " + OutputFileValidator.displayName(report));
  }
}
