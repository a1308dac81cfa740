// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Retriever;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexingSummary;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchEngineTest {
  @TempDir Path temporary;
  private Path folder;
  private final TestEncoder encoder = new TestEncoder();
  private SearchEngine engine;

  @BeforeEach
  void openAndIndex() {
    folder = temporary.resolve("index");
    engine =
        SearchEngine.at(folder)
            .encoder("trigrams", encoder)
            .reranker("shortest", TestScorer.shortestFirst())
            .passages(new PassageSplitter(9))
            .openOrCreate();
    engine.index(TestDocuments.all());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static List<String> ids(SearchResults results) {
    return results.stream().map(result -> result.hit().documentId()).toList();
  }

  @Test
  void resultContainsPassageSnippetAndExplanation() {
    SearchRequest request =
        SearchRequest.of("cat garden").withPipeline("bm25").withQueryLanguage("en").withTop(1);
    SearchResults results = engine.search(request.withExplanations(true));
    assertThat(results.size()).isOne();
    SearchResult first = results.iterator().next();
    assertThat(first.rank()).isOne();
    assertThat(first.hit().documentId()).isEqualTo("en-cat");
    assertThat(first.hit().passage()).isOne();
    assertThat(first.passage().text()).isEqualTo("A dog barks at the cat in the garden.");
    assertThat(first.passage()).isEqualTo(engine.view().passage(first.hit()).orElseThrow());
    assertThat(first.snippet().text()).isEqualTo("A dog barks at the cat in the garden.");
    assertThat(first.snippet().highlights()).containsExactly(new Span(19, 22), new Span(30, 36));
    assertThat(first.explanation().orElseThrow().termMatches())
        .extracting(
            word -> word.pipelinePart() + ": " + word.queryWord() + " = " + word.passageWord())
        .containsExactly("bm25: cat = cat", "bm25: garden = garden");
    assertThat(engine.view().snippet(request.query(), first.hit())).isEqualTo(first.snippet());
    assertThat(engine.search(request).results().getFirst().explanation())
        .as("not requested")
        .isEmpty();
    assertThat(results.pipeline()).hasToString("bm25");
    assertThat(results.elapsed()).isPositive();
  }

  @Test
  void defaultPipelineCombinesLexicalAndDenseRetrieval() {
    assertThat(engine.defaultPipeline()).hasToString("{bm25:2, dense}fair");
    assertThat(ids(engine.search("кошка", 3))).first().isEqualTo("ru-cat");
    assertThat(engine.search("кошка", 3).size()).isEqualTo(3);
  }

  @Test
  void returnsEachDocumentOnceOrEachMatchingPassage() {
    SearchRequest request = SearchRequest.of("cat").withPipeline("bm25");
    assertThat(ids(engine.search(request))).containsExactly("en-cat");
    assertThat(ids(engine.search(request.withUnit(ResultUnit.PASSAGE))))
        .containsExactly("en-cat", "en-cat");
  }

  @Test
  void refusesADocumentWithNeitherTitleNorTextAndKeepsTheStoredOne() {
    SearchRequest request = SearchRequest.of("cat garden").withPipeline("bm25").withTop(1);
    Document blank = new Document("en-cat", Language.of("en"), "", "");
    assertThatThrownBy(() -> engine.index(List.of(blank)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("document \"en-cat\" has neither title nor text");
    assertThat(ids(engine.search(request))).containsExactly("en-cat");
    engine.index(List.of(new Document("en-cat", Language.of("en"), "", "A cat in a garden.")));
    assertThat(ids(engine.search(request))).containsExactly("en-cat");
  }

  @Test
  void filtersByLanguage() {
    SearchRequest request = SearchRequest.of("Berlin").withPipeline("bm25");
    assertThat(ids(engine.search(request))).containsExactlyInAnyOrder("en-city", "de-city");
    assertThat(ids(engine.search(request.withLanguages("de", "fr")))).containsExactly("de-city");
  }

  @Test
  void pagesAreConsecutiveAndEnd() {
    SearchRequest request = SearchRequest.of("cat").withPipeline("dense").withTop(3);
    List<String> all = ids(engine.search(request.withTop(100)));
    assertThat(all).hasSize(7);
    List<String> paged = new ArrayList<>();
    List<Integer> ranks = new ArrayList<>();
    for (int page = 1; page <= 3; page++) {
      SearchResults results = engine.search(request.withPage(page));
      paged.addAll(ids(results));
      results.forEach(result -> ranks.add(result.rank()));
    }
    assertThat(paged).isEqualTo(all);
    assertThat(ranks).containsExactly(1, 2, 3, 4, 5, 6, 7);
    assertThat(engine.search(request.withPage(4)).isEmpty()).isTrue();
    assertThat(engine.search(request.withTop(1000).withPage(Integer.MAX_VALUE))).isEmpty();
    assertThat(ids(engine.search(request.withTop(Integer.MAX_VALUE)))).isEqualTo(all);
  }

  @Test
  void blankQueryHasNoResults() {
    assertThat(engine.search(" ", 10)).isEmpty();
  }

  @Test
  void batchReturnsTheResultsOfEachRequestInOrder() {
    List<SearchRequest> requests = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      SearchRequest request = SearchRequest.of(new Query("q", Language.of("en"), "cat " + i));
      requests.add(
          switch (i % 4) {
            case 0 -> request.withPipeline("bm25").withExplanations(true);
            case 1 -> request.withPipeline("dense").withPage(2).withTop(2);
            case 2 -> request.withLanguages("de");
            default -> request.withPipeline("{bm25, dense}rrf >> rerank(shortest)");
          });
    }
    List<SearchResults> batch = engine.searchAll(requests);
    assertThat(batch).hasSameSizeAs(requests);
    for (int i = 0; i < requests.size(); i++) {
      SearchResults alone = engine.search(requests.get(i));
      assertThat(batch.get(i).request()).isSameAs(requests.get(i));
      assertThat(batch.get(i).results()).as("request %d", i).isEqualTo(alone.results());
    }
    assertThat(engine.searchAll(List.of())).isEmpty();
  }

  @Test
  void encodesTheQueriesOfABatchTogether() {
    SearchRequest request = SearchRequest.of("").withPipeline("dense").withUnit(ResultUnit.PASSAGE);
    List<Query> queries = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      queries.add(Query.of("a text of its own, number " + i));
    }
    int before = encoder.calls.get();
    try (SearchEngine one =
        SearchEngine.at(folder).encoder("trigrams", encoder).threads(1).open()) {
      Retriever retriever = one.retriever(Pipeline.parse("dense"), ResultUnit.PASSAGE);
      assertThat(retriever.retrieveAll(queries, 3)).hasSize(64);
      assertThat(encoder.calls.get() - before).isOne();
      assertThat(one.searchAll(request.forAll(queries)))
          .extracting(SearchResults::ranking)
          .isEqualTo(retriever.retrieveAll(queries, SearchRequest.DEFAULT_TOP));
    }
  }

  @Test
  void throwsIfOneRequestOfABatchIsInvalid() {
    List<SearchRequest> requests =
        List.of(SearchRequest.of("a"), SearchRequest.of("b").withPipeline("psq"));
    assertThatThrownBy(() -> engine.searchAll(requests))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("needs translation tables");
  }

  @Test
  void changesAreVisibleImmediately() {
    IndexingSummary summary =
        engine.index(List.of(TestDocuments.of("en-new", "A hedgehog crosses the road.")));
    assertThat(summary.documents()).isEqualTo(8);
    assertThat(engine.view().documentCount()).isEqualTo(8);
    SearchRequest request = SearchRequest.of("hedgehog").withPipeline("bm25");
    assertThat(ids(engine.search(request))).containsExactly("en-new");
    engine.index(List.of(TestDocuments.of("en-new", "A badger crosses the road.")));
    assertThat(engine.search(request)).isEmpty();
    assertThat(engine.delete(List.of("en-new", "en-cat", "nobody"))).isEqualTo(2);
    assertThat(engine.view().documentCount()).isEqualTo(6);
    assertThat(engine.view().passages("en-cat")).isEmpty();
    assertThat(engine.view().passages("de-cat")).hasSize(2);
    assertThat(engine.view().passagesByLanguage())
        .containsOnlyKeys(languages("en", "de", "fr", "ru"));
    assertThat(engine.view().passageCount()).isEqualTo(12);
  }

  private static Language[] languages(String... codes) {
    return List.of(codes).stream().map(Language::of).toArray(Language[]::new);
  }

  @Test
  void indexesTheDocumentsOfAFile() throws IOException {
    Path file = temporary.resolve("more.jsonl");
    Files.writeString(
        file, "{\"id\": \"x\", \"language\": \"en\", \"text\": \"An otter swims.\"}\n");
    assertThat(engine.index(file).records()).isEqualTo(1);
    assertThat(ids(engine.search(SearchRequest.of("otter").withPipeline("bm25"))))
        .containsExactly("x");
    assertThatThrownBy(() -> engine.index(temporary.resolve("missing.jsonl")))
        .isInstanceOf(IsoglossException.class);
  }

  @Test
  void changesByOtherProcessesAreVisibleAfterRefresh() {
    Retriever retriever = engine.retriever(Pipeline.parse("bm25"), ResultUnit.DOCUMENT);
    assertThat(engine.refresh()).isFalse();
    try (Indexer other = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      other.index(
          DocumentSource.of(List.of(TestDocuments.of("en-new", "A hedgehog crosses the road."))));
      assertThat(retriever.retrieve(Query.of("hedgehog"), 3).isEmpty()).isTrue();
      assertThat(engine.refresh()).as("while the other indexer holds the lock").isTrue();
      assertThat(retriever.retrieve(Query.of("hedgehog"), 3).size()).isOne();
      assertThatThrownBy(() -> engine.delete(List.of("en-new")))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("another process is writing this index");
    }
    assertThat(engine.delete(List.of("en-new"))).isOne();
  }

  @Test
  void usesAnAddedTranslationTableImmediately() throws IOException {
    assertThatThrownBy(() -> engine.search(SearchRequest.of("x").withPipeline("psq")))
        .hasMessageContaining("needs translation tables");
    Path table = TestTables.write(temporary);
    assertThat(engine.addTable(table)).hasToString("en-de");
    SearchRequest psq =
        SearchRequest.of("cat").withQueryLanguage("en").withPipeline("lang:de >> psq");
    assertThat(ids(engine.search(psq))).containsExactly("de-cat");
  }

  @Test
  void encodesTexts() {
    float[][] vectors = engine.models().encode(List.of("cat", "", "Katze"), Role.QUERY);
    assertThat(vectors).hasDimensions(3, TestEncoder.DIMENSION);
    assertThat(vectors[0]).isEqualTo(encoder.encode(List.of("cat"), Role.QUERY)[0]);
    assertThat(vectors[1]).containsOnly(0);
  }

  @Test
  void reranksTextsThatAreNotInTheIndex() {
    try (SearchEngine own =
        SearchEngine.at(folder)
            .withoutVectors()
            .reranker(Pipeline.Reranked.DEFAULT_SCORER, TestScorer.shortestFirst())
            .open()) {
      assertThat(own.models().rerank("whatever", List.of("long text", "text", "word")))
          .extracting(scored -> scored.index() + " " + scored.passage().text())
          .as("equal scores keep their order")
          .containsExactly("1 text", "2 word", "0 long text");
      assertThat(own.models().rerank("whatever", List.<String>of())).isEmpty();
      assertThat(own.models().reranker(Pipeline.Reranked.DEFAULT_SCORER))
          .containsInstanceOf(TestScorer.class);
      assertThatThrownBy(() -> own.models().rerank("no-such-model", Query.of("x"), List.of()))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("no model \"no-such-model\"");
    }
  }

  @Test
  void opensAnExistingIndexWithItsOwnSettings() {
    try (SearchEngine again =
        SearchEngine.at(folder).encoder("other name", encoder).openOrCreate()) {
      assertThat(again.view().documentCount()).isEqualTo(7);
      again.index(
          List.of(
              TestDocuments.of(
                  "en-new", "This is a sentence of seven words. And this is one more of them.")));
      assertThat(again.view().passages("en-new")).as("passages of at most 9 words").hasSize(2);
      assertThat(again.view().manifest().model().orElseThrow().name()).isEqualTo("trigrams");
      assertThat(again.location()).isEqualTo(IndexLocations.of(folder));
    }
    assertThatThrownBy(
            () -> {
              try (SearchEngine other =
                  SearchEngine.at(folder)
                      .encoder("trigrams", encoder)
                      .vectors(new VectorOptions(true, false))
                      .open()) {
                other.index(TestDocuments.all());
              }
            })
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the index is not calibrated");
  }

  @Test
  void searchesWithoutAModelIfVectorsAreDisabled() {
    try (SearchEngine words = SearchEngine.at(folder).withoutVectors().open()) {
      assertThat(words.defaultPipeline()).hasToString("bm25");
      assertThat(words.models().encoder()).isEmpty();
      assertThat(words.models().encoderName()).isEmpty();
      assertThat(ids(words.search("cat", 5))).containsExactly("en-cat");
      assertThatThrownBy(() -> words.search(SearchRequest.of("x").withPipeline("dense")))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("\"dense\" needs the vectors");
      assertThatThrownBy(() -> words.models().encode(List.of("x"), Role.QUERY))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("without a model");
      assertThatThrownBy(() -> words.index(TestDocuments.all()))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("holds vectors of the model trigrams");
    }
  }

  @Test
  void createsAndOpensALexicalIndexWithoutAModel() {
    Path words = temporary.resolve("words");
    try (SearchEngine made = SearchEngine.at(words).withoutVectors().openOrCreate()) {
      assertThat(made.view().documentCount()).isZero();
      assertThat(made.search("anything", 3)).isEmpty();
      made.index(TestDocuments.all());
    }
    try (SearchEngine opened = SearchEngine.open(words)) {
      assertThat(opened.models().encoderName()).isEmpty();
      assertThat(ids(opened.search("cat", 5))).containsExactly("en-cat");
    }
  }

  @Test
  void reportsAMissingIndex() throws IOException {
    assertThatThrownBy(() -> SearchEngine.open(temporary.resolve("missing")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no such index");
    Path other = Files.createDirectory(temporary.resolve("other"));
    Files.writeString(other.resolve("letter.txt"), "dear");
    for (EngineBuilder builder :
        List.of(SearchEngine.at(other), SearchEngine.at(other).withoutVectors())) {
      assertThatThrownBy(builder::open).hasMessageContaining("is not an index");
      assertThatThrownBy(builder::openOrCreate).hasMessageContaining("is not an index");
    }
    assertThat(other).isDirectoryContaining("glob:**letter.txt");
  }

  @Test
  void reportsAnotherModel() {
    TestEncoder other = new TestEncoder("fedcba9876543210");
    assertThatThrownBy(() -> SearchEngine.at(folder).encoder("trigrams", other).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the index holds vectors of the model trigrams");
    assertThat(other.closed).as("the program owns it").isFalse();
    assertThatThrownBy(() -> SearchEngine.open(folder))
        .as("neither a model folder nor a shipped model")
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no model \"trigrams\"");
    assertThatThrownBy(() -> SearchEngine.at(folder).model("tiny").open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("found another one");
  }

  @Test
  void openingRejectsADefaultPipelineWithMissingComponents() {
    EngineBuilder builder = SearchEngine.at(folder).encoder("trigrams", encoder);
    assertThatThrownBy(() -> builder.pipeline("bm25 >> rerank(nobody)").open())
        .hasMessageContaining("no model \"nobody\"");
    assertThatThrownBy(() -> builder.pipeline("retriever(nobody)").open())
        .hasMessageContaining("no retriever \"nobody\"");
    assertThatThrownBy(() -> builder.pipeline("psq").open())
        .hasMessageContaining("needs translation tables");
    assertThatThrownBy(() -> builder.pipeline("bm52")).hasMessageContaining("did you mean bm25?");
  }

  @Test
  void closedEngineRejectsAllOperations() {
    Retriever retriever = engine.retriever(Pipeline.parse("bm25"), ResultUnit.DOCUMENT);
    engine.close();
    engine.close();
    List<Runnable> operations =
        List.of(
            () -> engine.search("cat", 1),
            () -> engine.searchAll(List.of(SearchRequest.of("cat"))),
            () -> retriever.retrieve(Query.of("cat"), 1),
            () -> retriever.retrieveAll(List.of(Query.of("cat")), 1),
            () -> engine.retriever(Pipeline.parse("bm25"), ResultUnit.PASSAGE),
            () -> engine.explain(SearchRequest.of("cat"), new Hit("en-cat", 0, 0)),
            () -> engine.view().passage(new Hit("en-cat", 0, 0)),
            () -> engine.view().snippet(Query.of("cat"), new Hit("en-cat", 0, 0)),
            () -> engine.view().passages("en-cat"),
            () -> engine.models().reranker("shortest"),
            () -> engine.models().encode(List.of("cat"), Role.QUERY),
            () -> engine.models().rerank("cat", List.of("a")),
            () -> engine.index(TestDocuments.all()),
            () -> engine.delete(List.of("en-cat")),
            () -> engine.addTable(folder),
            engine::refresh,
            engine.view()::manifest,
            engine.view()::documentCount,
            engine.view()::passageCount,
            engine.view()::passagesByLanguage);
    for (Runnable operation : operations) {
      assertThatThrownBy(operation::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the engine of " + folder + " is closed");
    }
    assertThat(encoder.closed).as("the program owns it").isFalse();
  }

  @Test
  void closesTheModelsThatItOpened() {
    Path tiny = temporary.resolve("tiny");
    SearchEngine opened = SearchEngine.at(tiny).model("tiny").openOrCreate();
    opened.index(TestDocuments.all());
    assertThat(opened.models().encoderName()).contains("tiny");
    assertThat(opened.defaultPipeline()).hasToString("{bm25:2, dense}fair");
    assertThat(ids(opened.search("wo schläft die Katze", 3))).first().isEqualTo("de-cat");
    opened.close();
    try (SearchEngine again = SearchEngine.open(tiny)) {
      assertThat(again.models().encoderName()).as("the manifest names it").contains("tiny");
      assertThat(again.search("gatto", 3).size()).isEqualTo(3);
    }
  }
}
