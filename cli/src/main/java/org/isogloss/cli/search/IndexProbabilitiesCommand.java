// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.model.ProbabilityFolder;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Retriever;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.util.EscapedIds;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.Queries;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.IndexModels;
import org.isogloss.engine.SearchEngine;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.probability.ConditionalLogit;
import org.isogloss.measure.probability.CrossValidation;
import org.isogloss.measure.probability.JudgedTexts;
import org.isogloss.options.OptionValidation;
import org.isogloss.search.BatchSearch;
import org.isogloss.search.QueryResult;
import org.isogloss.search.relevance.ScoredTexts;
import org.isogloss.search.relevance.TextRanker;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss index probabilities}. */
@Command(
    name = "probabilities",
    mixinStandardHelpOptions = true,
    description = {
      "Estimate from judged queries the conversion of the re-ranker's scores to probabilities"
          + " that a hit answers its query, and store it in the index. Without a re-ranker, the"
          + " cosines of vectors are converted.",
      "",
      "The first hits of each query count, also those of a query without a relevant document. The"
          + " share of such queries should be that among the queries of users. The calibration"
          + " error is measured by"
          + " ten-fold cross-validation."
    })
final class IndexProbabilitiesCommand extends IndexSubcommand {
  /** Minimum number of queries whose first hit is relevant, and of those whose first hit is not. */
  private static final int MIN_QUERIES = 10;

  @Option(
      names = "--queries",
      required = true,
      paramLabel = "FILE",
      description =
          "Queries as TSV (id TAB text), CSV, JSONL, Parquet or topics (TREC, CLEF, NTCIR, FIRE, HC4);"
              + " - for standard input.")
  private Path queryFile;

  @Option(
      names = "--query-language",
      paramLabel = "CODE",
      description = "Language of the queries, if known; selects that version of topics.")
  private String queryLanguage = Language.UNDETERMINED.tag();

  @Mixin private TopicOptions topicOptions;

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
      description = "A pipeline with a re-ranker or vectors (default: that of search).")
  private String pipeline;

  @Option(
      names = "--check",
      description = "Estimate nothing; measure the probabilities that searches return now.")
  private boolean check;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description =
          "Store the estimate in this folder of the re-ranker, or of the encoder without one, not in"
              + " the index, whose own estimate has precedence.")
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

  @Mixin private DeviceOption device;

  IndexProbabilitiesCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    OptionValidation.requireOneOrMore("--threads", threads);
    if (check && modelFolder != null) {
      throw new IsoglossException(
          "--check and --to cannot be combined: --check estimates nothing to store");
    }
    OutputFileValidator.prepare(console, report);
    IndexLocation index = location();
    EngineBuilder builder = device.apply(SearchEngine.at(index).threads(threads));
    if (pipeline != null) {
      builder.pipeline(Pipeline.parse(pipeline));
    }
    try (SearchEngine engine = builder.open()) {
      Optional<ProbabilityFolder> folder =
          Optional.ofNullable(modelFolder).map(path -> measuredModel(path, engine));
      Reliability reliability = measure(engine);
      print(reliability);
      if (!check) {
        folder.ifPresentOrElse(
            stored -> stored.store(reliability.probability()),
            () -> storeInIndex(engine, reliability.probability()));
        console.note(
            "Stored the probabilities in "
                + folder.map(ProbabilityFolder::toString).orElseGet(this::address));
      }
      if (report != null) {
        reliability.report(address()).write(report);
        console.note("Wrote " + OutputFileValidator.displayName(report));
      }
    }
    return 0;
  }

  private Reliability measure(SearchEngine engine) {
    Optional<String> reranker = engine.defaultPipeline().reranker();
    Reliability.Scorer scorer =
        reranker
            .map(name -> new Reliability.Scorer("re-ranker", name))
            .orElseGet(() -> new Reliability.Scorer("encoder", requireVectors(engine)));
    List<JudgedTexts> judged = search(engine);
    if (judged.isEmpty()) {
      throw new IsoglossException(queryFile + ": no query has a hit in the index");
    }
    SequencedMap<String, String> provenance = IndexProvenance.of(engine, reranker);
    if (check) {
      IndexModels models = engine.models();
      ScoreProbability known =
          reranker
              .map(models::probability)
              .orElseGet(models::probability)
              .orElseThrow(
                  () ->
                      new IsoglossException(
                          "the "
                              + scorer.kind()
                              + " "
                              + scorer.name()
                              + " has no probabilities that can be measured; estimate them without"
                              + " --check"));
      return Reliability.of(
          scorer, known, judged, Collections.nCopies(judged.size(), known), provenance);
    }
    requireEnough(judged);
    return Reliability.of(
        scorer, ConditionalLogit.fit(judged), judged, CrossValidation.fit(judged), provenance);
  }

  /** Returns a folder of the model whose scores the engine's pipeline converts. */
  private ProbabilityFolder measuredModel(Path path, SearchEngine engine) {
    IndexModels models = engine.models();
    return ProbabilityFolder.of(
        path,
        engine.defaultPipeline(),
        models::reranker,
        models.encoder(),
        device.inference(threads));
  }

  /** Returns the name of the model of the index's vectors, whose cosines a pipeline uses. */
  private static String requireVectors(SearchEngine engine) {
    Pipeline searched = engine.defaultPipeline();
    return engine
        .models()
        .encoderName()
        .filter(name -> searched.usesVectors())
        .orElseThrow(
            () ->
                new IsoglossException(
                    "the pipeline "
                        + searched
                        + " has neither a re-ranker nor a dense retriever, whose scores become"
                        + " probabilities; name another with --pipeline"));
  }

  private void requireEnough(List<JudgedTexts> judged) {
    long relevant = judged.stream().filter(query -> query.relevant().getFirst()).count();
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

  /** Returns the texts that are found for each query, the first ones with their judgements. */
  private List<JudgedTexts> search(SearchEngine engine) {
    Qrels qrels = Qrels.read(qrelsFile);
    List<Query> queries;
    try (Records<Query> records =
        Queries.read(queryFile, topicOptions.selection(Language.of(queryLanguage)), OnError.FAIL)) {
      queries = TopicOptions.read(records::toList);
    }
    Pipeline searched = engine.defaultPipeline();
    Retriever retriever = engine.retriever(searched, ResultUnit.DOCUMENT);
    long passages = engine.view().passageCount();
    ProgressBar progress = console.progress("Searching", "queries");
    List<JudgedTexts> judged = new ArrayList<>();
    int[] done = new int[1];
    try (Stream<QueryResult> results =
        BatchSearch.search(
            retriever,
            queries,
            TextRanker.WINDOW,
            BatchSearch.recommendedThreads(searched, threads))) {
      results.forEachOrdered(
          result -> {
            if (!result.ranking().isEmpty()) {
              ScoredTexts texts =
                  engine.models().scoreTexts(searched, result.query(), result.ranking());
              judged.add(
                  new JudgedTexts(
                      texts.scores(),
                      judgements(qrels, result.query(), texts),
                      passages,
                      texts.unfamiliarity()));
            }
            progress.update(++done[0], queries.size());
          });
    }
    console.endProgress();
    return judged;
  }

  /** Returns which of the texts of the first hits are relevant. */
  private List<Boolean> judgements(Qrels qrels, Query query, ScoredTexts texts) {
    List<Boolean> judged = new ArrayList<>();
    int hits = 0;
    for (List<Hit> text : texts.texts()) {
      if (hits < Reliability.DEPTH) {
        judged.add(text.stream().anyMatch(hit -> isRelevant(qrels, query, hit)));
        hits += text.size();
      }
    }
    return judged;
  }

  private boolean isRelevant(Qrels qrels, Query query, Hit hit) {
    return qrels.grade(EscapedIds.escape(query.id()), EscapedIds.escape(hit.documentId())).orElse(0)
        >= relevanceLevel;
  }

  private static void storeInIndex(SearchEngine engine, ScoreProbability conversion) {
    IndexModels models = engine.models();
    engine
        .defaultPipeline()
        .reranker()
        .ifPresentOrElse(
            name -> models.setProbability(name, conversion),
            () -> models.setProbability(conversion));
  }

  private void print(Reliability reliability) {
    if (json) {
      console.printJson(reliability.toJson().toPrettyString());
      return;
    }
    reliability.rows().forEach(console::printRow);
    console.print("");
    console.print(reliability.table().toString().stripTrailing());
  }
}
