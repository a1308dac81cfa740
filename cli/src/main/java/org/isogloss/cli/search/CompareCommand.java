// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.core.ExplainablePairScorer;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.engine.DefaultPipeline;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.SearchEngine;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.search.SearchIndex;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compare the hits of two pipelines for one query side by side.",
      "",
      "With --html, also shows the contribution of each word to the re-ranker's score, and"
          + " which words translate words of the query."
    })
public final class CompareCommand implements Callable<Integer> {
  /** Number of hits of each ranking that are searched for hits of the other. */
  private static final int DEPTH = 100;

  private final Console console;

  @Parameters(paramLabel = "QUERY", arity = "1..*", description = "The query.")
  private List<String> words;

  @Mixin private IndexOption index;

  @Option(
      names = "--pipeline",
      paramLabel = "P",
      description =
          "The two pipelines, in two options. With one, the first is the default pipeline of"
              + " the index; without, the default pipeline is compared without and with the shipped"
              + " re-ranker.")
  private List<String> pipelines = List.of();

  @Mixin private QueryOptions queryOptions;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Number of passages of each (default: ${DEFAULT-VALUE}).")
  private int top = 5;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write an HTML page to this file; - for standard output.")
  private Path html;

  @Mixin private CommonOptions common;

  CompareCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    if (top < 1 || top > DEPTH) {
      throw new IsoglossException("--top is " + top + ", expected 1 to " + DEPTH);
    }
    if (pipelines.size() > 2) {
      throw new IsoglossException(
          "--pipeline was given " + pipelines.size() + " times, expected two at most");
    }
    OutputFileValidator.prepare(console, html);
    try (SearchEngine engine = open()) {
      compare(engine);
      QueryOptions.requireIntact(engine);
    }
    return 0;
  }

  private SearchEngine open() {
    EngineBuilder builder = queryOptions.engine(index.location(), common.threads);
    // The default pipeline is compared with one other, and its re-ranker is not needed otherwise.
    return queryOptions.open(
        pipelines.size() == 1 ? builder : builder.pipeline(new Pipeline.Bm25()), index.location());
  }

  private void compare(SearchEngine engine) {
    List<Pipeline> both =
        switch (pipelines.size()) {
          case 0 -> withoutAndWithReranker(engine);
          case 1 -> List.of(engine.defaultPipeline(), Pipeline.parse(pipelines.getFirst()));
          default -> pipelines.stream().map(Pipeline::parse).toList();
        };
    Query query = queryOptions.query(words, engine.models().encoder(), console);
    List<Ranking> rankings =
        both.stream()
            .map(
                pipeline ->
                    index.withTranslationHint(pipeline, () -> retrieve(engine, pipeline, query)))
            .toList();
    List<SearchRequest> requests = both.stream().map(pipeline -> request(pipeline, query)).toList();
    PipelineComparison compared = new PipelineComparison(engine, requests, rankings, top);
    console.print(compared.toText().stripTrailing());
    if (html != null) {
      write(compared, engine);
    }
  }

  private Ranking retrieve(SearchEngine engine, Pipeline pipeline, Query query) {
    return engine.retriever(request(pipeline, query)).retrieve(query, DEPTH);
  }

  private SearchRequest request(Pipeline pipeline, Query query) {
    SearchRequest request =
        SearchRequest.of(query)
            .withPipeline(pipeline)
            .withLanguages(queryOptions.documentLanguages())
            .withUnit(ResultUnit.PASSAGE);
    return queryOptions.filter().map(request::withFilter).orElse(request);
  }

  private static List<Pipeline> withoutAndWithReranker(SearchEngine engine) {
    Pipeline without =
        engine.models().encoder().map(SearchIndex::defaultPipeline).orElse(new Pipeline.Bm25());
    return List.of(
        without,
        engine
            .view()
            .manifest()
            .tokenVectors()
            .map(stored -> DefaultPipeline.reranked(without, stored.name()))
            .orElseGet(() -> DefaultPipeline.reranked(without)));
  }

  private static String wordShadingDescription(PairScorer scorer) {
    String found =
        scorer instanceof ExplainablePairScorer
            ? "Shades: the contribution of the word to the re-ranker's score, the similarity of"
                + " the query tokens that match it (Khattab and Zaharia 2020)"
            : "Shades: the decrease of the re-ranker's score, in log-odds, without the word"
                + " (Zeiler and Fergus 2014; Li, Monroe and Jurafsky 2016)";
    return found
        + ", relative to the strongest word of the passage. Green words increase the score,"
        + " orange ones decrease it; hover over a word to see the figure.";
  }

  private void write(PipelineComparison compared, SearchEngine engine) {
    Optional<String> name = compared.reranker();
    Optional<PairScorer> scorer = name.flatMap(engine.models()::reranker);
    ProgressBar progress = console.progress("Weighing words", "passages");
    HtmlReport page = new HtmlReport(String.join(" ", words));
    page.judgement(compared.judgement());
    page.paragraph(
        "The first passages of two pipelines. Lines join those that both have: green ones rise,"
            + " orange ones fall. Each shows its rank in the other pipeline, among the first "
            + DEPTH
            + ".");
    scorer.ifPresent(known -> page.paragraph(wordShadingDescription(known)));
    if (engine.models().encoderName().isPresent()) {
      page.paragraph(
          "The word above a word is the word of the query that it matches by their vectors: often its"
              + " translation; words of the query itself are underlined. The sentence with the dotted"
              + " line is the most similar one. The ranks below a hit are those in the stages of the"
              + " pipeline.");
    }
    page.figure(compared.toHtmlFigure(progress::update));
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("index", index.address);
    facts.putAll(IndexProvenance.of(engine, name));
    page.provenance(facts).write(html);
    console.endProgress();
    console.note("Wrote " + OutputFileValidator.displayName(html));
  }
}
