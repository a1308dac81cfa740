package org.isogloss.cli.search;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.IsoglossVersion;
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
import org.isogloss.engine.ResultUnit;
import org.isogloss.engine.SearchEngine;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.Pipeline;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Show what two pipelines find for one query, side by side.",
      "",
      "With --html, also which words of each passage carried the re-ranker's score, and which of"
          + " them translate words of the query."
    })
public final class CompareCommand implements Callable<Integer> {
  /** So many hits of each answer are looked through for those of the other. */
  private static final int DEPTH = 100;

  private final Console console;

  @Parameters(paramLabel = "QUERY", arity = "1..*", description = "What to search for.")
  private List<String> words;

  @Mixin private IndexFolderOption location;

  @Option(
      names = "--pipeline",
      paramLabel = "P",
      description =
          "The two pipelines, one after the other, as search takes them. Where one is given, the"
              + " index's usual pipeline comes before it; where none is, that one without and with"
              + " the shipped re-ranker.")
  private List<String> pipelines = List.of();

  @Mixin private QueryOptions queryOptions;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many passages of each (default: ${DEFAULT-VALUE}).")
  private int top = 5;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Where the page goes; - is standard output.")
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
    }
    return 0;
  }

  private SearchEngine open() {
    EngineBuilder builder = queryOptions.engine(location.folder, common.threads);
    // The index's usual pipeline is compared with one other, and else its re-ranker is not needed.
    return (pipelines.size() == 1 ? builder : builder.pipeline(new Pipeline.Bm25())).open();
  }

  private void compare(SearchEngine engine) {
    List<Pipeline> both =
        switch (pipelines.size()) {
          case 0 -> withoutAndWithReranker(engine);
          case 1 -> List.of(engine.defaultPipeline(), Pipeline.parse(pipelines.getFirst()));
          default -> pipelines.stream().map(Pipeline::parse).toList();
        };
    Query query = queryOptions.query(words, engine.encoder(), console);
    List<Ranking> rankings =
        both.stream()
            .map(
                pipeline ->
                    engine.retriever(
                        pipeline, queryOptions.documentLanguages(), ResultUnit.PASSAGE))
            .map(retriever -> retriever.retrieve(query, DEPTH))
            .toList();
    PipelineComparison compared = new PipelineComparison(engine, query, both, rankings, top);
    console.print(compared.toText().stripTrailing());
    if (html != null) {
      write(compared, engine);
    }
  }

  private static List<Pipeline> withoutAndWithReranker(SearchEngine engine) {
    Pipeline without =
        engine.encoder().map(SearchIndex::defaultPipeline).orElse(new Pipeline.Bm25());
    return List.of(without, DefaultPipeline.reranked(without));
  }

  private static String wordShadingDescription(PairScorer scorer) {
    String found =
        scorer instanceof ExplainablePairScorer
            ? "Shades: what the word adds to the re-ranker's score, the similarity of the parts of"
                + " the query that found it (Khattab and Zaharia 2020)"
            : "Shades: what the re-ranker's score, in log-odds, loses without the word (Zeiler and"
                + " Fergus 2014; Li, Monroe and Jurafsky 2016)";
    return found
        + ", as a part of the strongest word's of the passage. Green words speak for the passage,"
        + " orange ones against it; the figure is shown when the pointer rests on a word.";
  }

  private void write(PipelineComparison compared, SearchEngine engine) {
    Optional<String> name = compared.explained().reranker();
    Optional<PairScorer> scorer = name.flatMap(engine::reranker);
    ProgressBar progress = console.progress("Weighing words", "passages");
    HtmlReport page = new HtmlReport(compared.query().text());
    page.paragraph(
        "The first passages of two pipelines. Each says at which rank the other pipeline has it,"
            + " among the first "
            + DEPTH
            + ".");
    scorer.ifPresent(known -> page.paragraph(wordShadingDescription(known)));
    if (engine.model().isPresent()) {
      page.paragraph(
          "Above a word stands the word of the query that it is nearest to by the index's model,"
              + " where each is the other's nearest and stands out; words of the query itself are"
              + " underlined.");
    }
    page.figure(compared.toHtmlFigure(progress::update));
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("index", location.folder.toString());
    engine.model().ifPresent(known -> facts.put("model", known));
    name.ifPresent(known -> facts.put("re-ranker", known));
    facts.put("version", IsoglossVersion.version());
    page.provenance(facts).write(html);
    console.endProgress();
    console.note("Wrote " + OutputFileValidator.displayName(html));
  }
}
