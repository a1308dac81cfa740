// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.contract.WordVectorScorer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches with components that the program supplies. */
class PlugInTest {
  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void index() {
    folder = temporary.resolve("index");
    try (SearchEngine engine = SearchEngine.at(folder).withoutVectors().openOrCreate()) {
      engine.index(TestDocuments.all());
    }
  }

  private static List<String> ids(SearchResults results) {
    return results.stream().map(result -> result.hit().documentId()).toList();
  }

  private static Retriever fixed(Hit... hits) {
    return (query, depth) -> Ranking.of(List.of(hits)).top(depth);
  }

  @Test
  void findsRetrieverByName() {
    Retriever pinned =
        fixed(new Hit("gone", 0, 9), new Hit("fr-cat", 0, 8), new Hit("de-city", 0, 7));
    try (SearchEngine engine = SearchEngine.at(folder).retriever("pinned", pinned).open()) {
      SearchRequest request = SearchRequest.of("cat").withPipeline("retriever(pinned)");
      assertThat(ids(engine.search(request))).containsExactly("fr-cat", "de-city");
      assertThat(engine.search(request).results().getFirst().passage().text())
          .startsWith("Le chat dort");
      assertThat(ids(engine.search(request.withLanguages("de")))).containsExactly("de-city");
      assertThat(ids(engine.search(request.withPipeline("{bm25, retriever(pinned)}rrf"))))
          .containsExactlyInAnyOrder("en-cat", "fr-cat", "de-city");
      Pipeline value = new Pipeline.Truncated(new Pipeline.Custom("pinned"), 1);
      assertThat(ids(engine.search(request.withPipeline(value)))).containsExactly("fr-cat");
    }
  }

  @Test
  void scoresEachPassageOnceAlthoughOneDocumentHasMostOfThem() {
    Path index = temporary.resolve("long");
    AtomicInteger scored = new AtomicInteger();
    TestScorer counting = new TestScorer(passage -> scored.incrementAndGet());
    Document large = document("large", "A cat sleeps here. ".repeat(20_000));
    try (SearchEngine engine =
        SearchEngine.at(index).withoutVectors().reranker("counting", counting).openOrCreate()) {
      engine.index(List.of(large, document("a", "A cat."), document("b", "One more cat.")));
      assertThat(engine.view().passageCount()).isGreaterThan(400);
      SearchRequest request = SearchRequest.of("cat").withPipeline("bm25 >> rerank(counting)");
      assertThat(engine.search(request).results()).hasSize(3);
      assertThat(scored).hasValueLessThanOrEqualTo((int) engine.view().passageCount());
    }
  }

  private static Document document(String id, String text) {
    return new Document(id, Language.of("en"), "", text);
  }

  @Test
  void readsTheTokenVectorsOfARegisteredReranker() {
    Path index = temporary.resolve("token-vectors");
    WordVectorScorer scorer = new WordVectorScorer(64);
    TrigramEncoder encoder = new TrigramEncoder(64);
    try (SearchEngine engine =
        SearchEngine.at(index)
            .encoder("trigrams", encoder)
            .reranker("words", scorer)
            .tokenVectors("words")
            .openOrCreate()) {
      engine.index(TestDocuments.all());
      int encoded = scorer.encodedPassages();
      assertThat(engine.defaultPipeline().reranker()).contains("words");
      assertThat(engine.search("where does the cat sleep", 5).results()).isNotEmpty();
      assertThat(scorer.encodedPassages()).isEqualTo(encoded);
    }
    try (SearchEngine engine = SearchEngine.at(index).encoder("trigrams", encoder).open()) {
      assertThat(engine.defaultPipeline().reranker()).as("not available").isEmpty();
      assertThat(engine.search("where does the cat sleep", 5).results()).isNotEmpty();
    }
    WordVectorScorer changed = new WordVectorScorer(32);
    try (SearchEngine engine =
        SearchEngine.at(index).encoder("trigrams", encoder).reranker("words", changed).open()) {
      assertThat(engine.defaultPipeline().reranker()).as("another fingerprint").isEmpty();
      SearchRequest request =
          SearchRequest.of("where does the cat sleep").withPipeline("bm25 >> rerank(words)");
      assertThat(engine.search(request).results()).isNotEmpty();
      assertThat(changed.encodedPassages()).isPositive();
    }
  }

  @Test
  void knowsTheRerankerOfTheTokenVectorsUnderAnotherName() {
    Path index = temporary.resolve("renamed");
    WordVectorScorer scorer = new WordVectorScorer(64);
    TrigramEncoder encoder = new TrigramEncoder(64);
    ScoreProbability estimated = new ScoreProbability(0.5, -15, 0);
    try (SearchEngine engine =
        SearchEngine.at(index)
            .encoder("trigrams", encoder)
            .reranker("words", scorer)
            .tokenVectors("words")
            .openOrCreate()) {
      engine.index(TestDocuments.all());
      engine.models().setProbability("words", estimated);
    }
    try (SearchEngine engine =
        SearchEngine.at(index)
            .encoder("trigrams", encoder)
            .reranker("short", TestScorer.shortestFirst())
            .reranker("moved", scorer)
            .open()) {
      assertThat(engine.defaultPipeline().reranker()).contains("moved");
      assertThat(engine.models().probability("moved")).contains(estimated);
      assertThat(engine.models().probability("short")).isEmpty();
      int encoded = scorer.encodedPassages();
      assertThat(engine.search("where does the cat sleep", 5).results()).isNotEmpty();
      assertThat(scorer.encodedPassages()).as("read from the index").isEqualTo(encoded);
      engine.index(List.of(new Document("new", Language.of("en"), "", "The cat sleeps here.")));
      assertThat(engine.view().passages("new")).hasSize(1);
    }
  }

  @Test
  void namesWhatComputesTokenVectors() {
    EngineBuilder builder = SearchEngine.at(temporary.resolve("new")).withoutVectors();
    assertThatThrownBy(() -> builder.tokenVectors("nothing").openOrCreate())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no re-ranker \"nothing\" is available to compute token vectors")
        .hasMessageContaining("expected the folder of a late-interaction model");
    assertThatThrownBy(
            () ->
                builder
                    .reranker("short", TestScorer.shortestFirst())
                    .tokenVectors("short")
                    .openOrCreate())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("short: the re-ranker has no token vectors");
    assertThat(temporary.resolve("new")).doesNotExist();
  }

  @Test
  void acceptsRetrieverInTheDefaultPipeline() {
    try (SearchEngine engine =
        SearchEngine.at(folder)
            .retriever("pinned", fixed(new Hit("fr-cat", 0, 8)))
            .pipeline("{bm25, retriever(pinned):3}rrf")
            .open()) {
      assertThat(ids(engine.search("cat", 2))).containsExactly("fr-cat", "en-cat");
    }
  }

  @Test
  void retrieverMaySearchTheSameEngine() {
    AtomicReference<SearchEngine> itself = new AtomicReference<>();
    Retriever translated =
        (query, depth) ->
            itself
                .get()
                .search(SearchRequest.of("Katze").withPipeline("bm25").withTop(depth))
                .ranking();
    try (SearchEngine engine = SearchEngine.at(folder).retriever("translated", translated).open()) {
      itself.set(engine);
      assertThat(
              ids(
                  engine.search(
                      SearchRequest.of("cat").withPipeline("{bm25, retriever(translated)}rrf"))))
          .containsExactlyInAnyOrder("en-cat", "de-cat");
    }
  }

  @Test
  void findsRerankerByName() {
    TestScorer longest = new TestScorer(passage -> passage.text().length());
    try (SearchEngine engine =
        SearchEngine.at(folder)
            .reranker("shortest", TestScorer.shortestFirst())
            .reranker("longest", longest)
            .pipeline("bm25 >> rerank(longest)")
            .open()) {
      SearchRequest request = SearchRequest.of("Berlin");
      assertThat(ids(engine.search(request))).containsExactly("en-city", "de-city");
      assertThat(ids(engine.search(request.withPipeline("bm25 >> rerank(shortest)"))))
          .containsExactly("de-city", "en-city");
      assertThat(engine.models().rerank("x", List.of("a", "aaa")))
          .as("the re-ranker of the default pipeline")
          .first()
          .extracting(ScoredPassage::index)
          .isEqualTo(1);
    }
    assertThat(longest.closed).as("the program owns it").isFalse();
  }

  @Test
  void analyzerAppliesToDocumentsAndQueriesOfItsLanguage() {
    Analyzer whole =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            return new TokenStreamComponents(new KeywordTokenizer());
          }
        };
    Path exact = temporary.resolve("exact");
    Language german = Language.of("de");
    try (SearchEngine engine =
        SearchEngine.at(exact).withoutVectors().analyzer(german, "whole", whole).openOrCreate()) {
      engine.index(
          List.of(
              TestDocuments.of("de-1", "Zug nach München"),
              TestDocuments.of("en-1", "A train to Munich")));
      assertThat(engine.search("Zug", 5)).as("a part of the token").isEmpty();
      assertThat(ids(engine.search("Zug nach München", 5))).containsExactly("de-1");
      assertThat(ids(engine.search("trains", 5))).containsExactly("en-1");
    }
    assertThatThrownBy(() -> SearchEngine.open(exact))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("\"de\" was analysed by whole");
    try (SearchEngine again = SearchEngine.at(exact).analyzer(german, "whole", whole).open()) {
      assertThat(again.view().documentCount()).isEqualTo(2);
    }
  }

  @Test
  void rejectsNamesThatAPipelineStringCannotContain() {
    EngineBuilder builder = SearchEngine.at(folder);
    for (String name : List.of("", "a b", "a,b")) {
      assertThatThrownBy(() -> builder.retriever(name, fixed()))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String name : List.of(" ", "a,b", "a)", "weight=1")) {
      assertThatThrownBy(() -> builder.reranker(name, TestScorer.shortestFirst()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the re-ranker is named \"" + name + "\"");
    }
  }

  @Test
  void propagatesExceptionsOfRetrievers() {
    Retriever failing =
        (query, depth) -> {
          throw new IllegalArgumentException("no connection for " + query.text());
        };
    try (SearchEngine engine = SearchEngine.at(folder).retriever("failing", failing).open()) {
      SearchRequest request = SearchRequest.of("cat").withPipeline("retriever(failing)");
      assertThatThrownBy(() -> engine.search(request)).hasMessage("no connection for cat");
      List<Query> many = List.of(Query.of("a"), Query.of("b"), Query.of("c"));
      assertThatThrownBy(() -> engine.searchAll(request.forAll(many)))
          .hasMessageStartingWith("no connection for ");
      assertThat(ids(engine.search("cat", 1)))
          .as("the engine remains usable")
          .containsExactly("en-cat");
    }
  }
}
