// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.SampleFiles;
import org.isogloss.cli.server.ListeningOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.engine.Rerankers;
import org.isogloss.engine.SearchEngine;
import org.isogloss.engine.SparseModel;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.IndexingSummary;
import org.isogloss.server.SearchServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Index the sample of Isogloss, 2,880 paragraphs of Wikipedia in 12 languages, and"
            + " search it in several languages.")
public final class DemoCommand implements Callable<Integer> {
  private static final int HITS = 5;

  private static final String TINY = "tiny";

  /**
   * A query of the demo.
   *
   * @param hitsOfTiny number of hits that are shown with the model tiny, which finds words and
   *     topics but few answers: 0 if it does not find what is asked for
   */
  private record Example(Query query, String meaning, int hitsOfTiny) {
    static Example of(String language, String text, String meaning, int hitsOfTiny) {
      return new Example(new Query("q", Language.of(language), text), meaning, hitsOfTiny);
    }
  }

  private static final List<Example> EXAMPLES =
      List.of(
          Example.of("en", "Who discovered oxygen?", "", 3),
          Example.of("de", "Wann starb Dschingis Khan?", "when Genghis Khan died", 0),
          Example.of(
              "fr",
              "Combien de personnes sont mortes de la peste ?",
              "how many people died of the plague",
              0),
          Example.of("ru", "как работает иммунная система", "how the immune system works", 3),
          Example.of("zh", "鼠疫从哪里来", "where the plague came from", 2),
          Example.of("ja", "アマゾンの熱帯雨林", "the Amazon rainforest", 1));

  private final Console console;

  @Mixin private IndexOption index;

  @Option(
      names = "--samples",
      paramLabel = "DIR",
      description = "The folder samples (default: next to the launcher).")
  private Optional<Path> samples = Optional.empty();

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "A model folder or the name of a shipped model (default: ${DEFAULT-VALUE}; tiny takes"
              + " seconds).")
  private String model = Models.DEFAULT;

  @Option(names = "--serve", description = "Serve the index afterwards, with a search page.")
  private boolean serve;

  @Mixin private ListeningOptions listening;

  @Mixin private IndexVectorOptions vectors;

  @Mixin private DeviceOption device;

  @Mixin private CommonOptions common;

  DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    common.apply(console);
    Path collection = samples.orElseGet(SampleFiles::folder).resolve("xquad");
    if (!Files.isDirectory(collection)) {
      throw new IsoglossException(
          collection + ": no such folder; give the folder of the samples with --samples");
    }
    if (model.equals(Models.DEFAULT) && index.location().findManifest().isEmpty()) {
      console.note(
          "Encoding with "
              + model
              + " takes a minute or more, once. In seconds, in another terminal: "
              + launcher()
              + " demo --model tiny --index demo-tiny");
    }
    try (LoadedModel loaded = Models.open(model, device.inference(common))) {
      index.requireModel(loaded.encoder());
      index(collection, loaded);
      try (SearchEngine engine =
          device
              .apply(SearchEngine.at(index.location()).threads(common.threads))
              .encoder(loaded.name(), loaded.encoder())
              .open()) {
        EXAMPLES.forEach(example -> show(engine, example));
        showFilter(engine);
        if (isTiny()) {
          console.print(
              "\ntiny finds words and topics. compact, the default, also finds answers and explains"
                  + " them, and knows how probable each hit is: "
                  + launcher()
                  + " demo");
        } else {
          showMore(engine);
        }
      }
    }
    console.print(
        """

        Search it yourself, in any language:
          ./isogloss search${index} "who was against corporal punishment"
          ./isogloss search${index} "système immunitaire" --languages es,ru,vi --top 3
          ./isogloss search${index} "蒸汽机" --pipeline dense --explain --json
          ./isogloss search${index} "trains" --filter 'article = "Warsaw"' --facets language
        in a browser:
          ./isogloss serve${served}
        and index your own documents:
          ./isogloss index my-documents.jsonl --index my-index\
        """
            .replace("${index}", index.asOption())
            .replace("${served}", index.asExplicitOption())
            .replace("./isogloss", launcher()));
    if (serve) {
      listening.run(
          device.apply(
              SearchServer.builder().index("demo", index.location()).threads(common.threads)),
          console);
    }
    return 0;
  }

  /**
   * Returns the command that starts Isogloss: an installed launcher is on the path of the shell.
   */
  private static String launcher() {
    String launcher = System.getenv("ISOGLOSS_LAUNCHER");
    return launcher == null ? "./isogloss" : launcher;
  }

  private void index(Path collection, LoadedModel loaded) {
    IndexerBuilder builder = Indexer.at(index.location()).threads(common.threads);
    Optional<SparseModel> sparse = vectors.openSparse(index.location(), device.inference(common));
    sparse.ifPresent(opened -> builder.sparse(opened.name(), opened.encoder()));
    try (Rerankers rerankers = new Rerankers(device.inference(common));
        Indexer indexer = open(builder, loaded, rerankers);
        DocumentSource source =
            DocumentSource.of(
                collection, Documents.read(collection, Language.UNDETERMINED, OnError.FAIL))) {
      ProgressBar progress = console.progress("Indexing", "paragraphs");
      IndexingSummary summary = indexer.index(source, now -> progress.update(now.records(), 0));
      console.endProgress();
      IndexCommand.report(console, collection.getFileName(), summary);
    } finally {
      sparse.ifPresent(SparseModel::close);
    }
  }

  private Indexer open(IndexerBuilder builder, LoadedModel loaded, Rerankers rerankers) {
    vectors.apply(builder, index.location(), Optional.of(loaded), rerankers);
    return builder.open();
  }

  private boolean isTiny() {
    return model.equals(TINY);
  }

  private void show(SearchEngine engine, Example example) {
    int hits = isTiny() ? example.hitsOfTiny() : HITS;
    if (hits == 0) {
      return;
    }
    SearchRequest request = SearchRequest.of(example.query()).withTop(hits);
    boolean recognisesVersions = engine.defaultPipeline() instanceof Pipeline.TranslationsGrouped;
    print(
        engine.search(recognisesVersions ? request.withGroupedTranslations() : request),
        example.query().language().name()
            + ": "
            + example.query().text()
            + (example.meaning().isEmpty() ? "" : "   (" + example.meaning() + ")"));
  }

  private void print(SearchResults results, String heading) {
    HitPrinter printer = new HitPrinter(results);
    console.print("");
    console.print(heading);
    printer.toNote().ifPresent(console::print);
    console.printStyled(printer.toTable(console).stripTrailing());
    printer.toFacetLines().forEach(console::print);
  }

  private void showFilter(SearchEngine engine) {
    SearchRequest church =
        SearchRequest.of("church").withQueryLanguage("en").withTop(isTiny() ? 1 : 2);
    print(
        engine.search(
            church
                .withFilter(Filter.equal(SquadParagraph.ARTICLE, "Warsaw"))
                .withFacets("language")),
        "A filter and a facet: \"church\" in the article on Warsaw, and the languages found");
  }

  /** Shows explanations and probabilities. */
  private void showMore(SearchEngine engine) {
    print(
        engine.search(
            SearchRequest.of("Wer war gegen körperliche Bestrafung in der Schule?")
                .withQueryLanguage("de")
                .withLanguages("en")
                .withTop(1)
                .withExplanations(true)),
        "An explanation: who was against corporal punishment at school, asked in German, found in"
            + " English without a common word");
    print(
        engine.search(SearchRequest.of("asdkjhasd qwlkej").withTop(1)),
        "A query without an answer: \"asdkjhasd qwlkej\"");
  }
}
