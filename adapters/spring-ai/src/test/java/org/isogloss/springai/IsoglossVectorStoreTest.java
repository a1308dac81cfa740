// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.ScoreProbability;
import org.isogloss.engine.SearchEngine;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.TokenCountBatchingStrategy;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;

class IsoglossVectorStoreTest {
  /** A passage of 10 characters has the probability 1/2, a longer one more. */
  private static final ScoreProbability LONG_IS_PROBABLE = new ScoreProbability(1, -10, 0);

  @TempDir Path folder;
  private SearchEngine engine;
  private VectorStore store;

  @BeforeEach
  void open() {
    engine =
        SearchEngine.at(folder)
            .encoder("axis", new AxisEncoder())
            .reranker("length", new LengthScorer())
            .reranker("probable", new LengthScorer(Optional.of(LONG_IS_PROBABLE)))
            .passages(new PassageSplitter(6))
            .openOrCreate();
    store = IsoglossVectorStore.builder(engine, LocalEmbeddingModels.of(engine)).build();
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private VectorStore store(String pipeline) {
    return IsoglossVectorStore.builder(engine, LocalEmbeddingModels.of(engine))
        .pipeline(pipeline)
        .build();
  }

  private static Document document(String id, String text) {
    return new Document(id, text, Map.of());
  }

  private static SearchRequest.Builder request(String query) {
    return SearchRequest.builder().query(query);
  }

  private static List<String> search(VectorStore store, SearchRequest.Builder request) {
    return store.similaritySearch(request.build()).stream().map(Document::getId).toList();
  }

  @Test
  void findsDocumentsInOtherLanguages(@TempDir Path other) {
    try (SearchEngine tiny = SearchEngine.at(other).model("tiny").openOrCreate()) {
      VectorStore multilingual =
          IsoglossVectorStore.builder(tiny, LocalEmbeddingModels.of(tiny)).build();
      multilingual.add(
          List.of(
              document("de", "Die Katze schläft auf dem Sofa."),
              document("fr", "Le train pour Paris est en retard.")));
      List<Document> found = multilingual.similaritySearch("a sleeping cat");
      assertThat(found.getFirst().getId()).isEqualTo("de");
      assertThat(found.getFirst().getMetadata()).containsEntry("language", "de");
    }
  }

  @Test
  void returnsWholeDocuments() {
    String text =
        "  One dog sleeps here.\n\n| a | b |\n|---|---|\nTwo cats wake up now.\tThe end.\n";
    store.add(List.of(new Document("d", text, Map.of("year", 2024, "tags", List.of("a", "b")))));
    assertThat(engine.view().passageCount()).as("more than one passage").isGreaterThan(1);
    Document found = store.similaritySearch("cats").getFirst();
    assertThat(found.getId()).isEqualTo("d");
    assertThat(found.getText()).isEqualTo(text);
    assertThat(found.getMetadata())
        .containsEntry("year", 2024)
        .containsEntry("tags", List.of("a", "b"))
        .doesNotContainKey("isogloss.text");
  }

  @Test
  void titlesAreSearched() {
    store.add(
        List.of(
            new Document("a", "It sleeps.", Map.of("title", "About the aardvark")),
            new Document("b", "It runs.", Map.of("title", "About the bear"))));
    assertThat(search(store("bm25"), request("aardvark"))).containsExactly("a");
  }

  @Test
  void addingReplacesTheDocumentWithTheSameId() {
    store.add(List.of(document("a", "One dog.")));
    store.add(List.of(document("a", "Two cats.")));
    assertThat(store.similaritySearch("cats"))
        .extracting(Document::getText)
        .containsExactly("Two cats.");
  }

  @Test
  void addsTheSameDocumentsAgainAfterDeletion() {
    List<Document> documents = List.of(document("a", "One dog."));
    store.add(documents);
    store.delete(List.of("a", "unknown"));
    assertThat(engine.view().documentCount()).isZero();
    store.add(documents);
    assertThat(search(store, request("dog"))).containsExactly("a");
  }

  @Test
  void anInvalidDocumentPreventsAll() {
    assertThatThrownBy(() -> store.add(List.of(document("a", "One dog."), document("b", " "))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the document b is blank");
    assertThat(engine.view().documentCount()).isZero();
  }

  @Test
  void emptyListsChangeNothing() {
    store.add(List.of());
    store.delete(List.<String>of());
    assertThat(engine.view().documentCount()).isZero();
  }

  @Test
  void returnsAtMostTopKDocuments() {
    store.add(List.of(document("a", "dog"), document("b", "dog dog"), document("c", "dog cat")));
    assertThat(search(store, request("dog").topK(2))).hasSize(2);
    assertThat(search(store, request("dog").topK(Integer.MAX_VALUE))).hasSize(3);
    assertThat(search(store, request("dog").topK(0))).isEmpty();
  }

  @Test
  void aBlankQueryFindsNothing() {
    store.add(List.of(document("a", "One dog.")));
    assertThat(search(store, request(" "))).isEmpty();
  }

  @Test
  void scoreOfDenseSearchIsTheCosine() {
    VectorStore dense = store("dense");
    dense.add(List.of(document("a", "One dog."), document("b", "An opposite dog.")));
    List<Document> found = dense.similaritySearch(request("cat").build());
    assertThat(found).extracting(Document::getId).containsExactly("a", "b");
    assertThat(found.getFirst().getScore()).isCloseTo(0.6, within(1e-6));
    assertThat(found.getLast().getScore()).isCloseTo(-0.6, within(1e-6));
  }

  @Test
  void thresholdOfDenseSearchIsACosine() {
    store.add(List.of(document("a", "One dog."), document("b", "An opposite dog.")));
    for (String pipeline : List.of("dense", "dense(sentences=0)%5", "lang:en,und >> dense")) {
      assertThat(search(store(pipeline), request("cat").similarityThreshold(0.59)))
          .as(pipeline)
          .containsExactly("a");
      assertThat(search(store(pipeline), request("cat").similarityThreshold(0.61)))
          .as(pipeline)
          .isEmpty();
    }
  }

  @Test
  void scoreAndThresholdAreProbabilitiesIfTheRerankerStatesThem() {
    VectorStore reranked = store("bm25 >> rerank(probable)");
    // Without vectors, so that none is taken for a copy of another.
    reranked.add(
        List.of(
            document("short", "unknown dog"),
            document("even", "unknown 123456789"),
            document("long", "a dog and an unknown cat")));
    List<Document> found = reranked.similaritySearch(request("unknown").build());
    assertThat(found).extracting(Document::getId).containsExactly("long", "even", "short");
    assertThat(found.get(1).getScore()).isCloseTo(0.5, within(1e-6));
    assertThat(found).extracting(Document::getScore).allMatch(score -> score > 0 && score < 1);
    assertThat(search(reranked, request("unknown").similarityThreshold(0.4)))
        .containsExactly("long", "even");
    assertThat(search(reranked, request("unknown").similarityThreshold(0.4).topK(1)))
        .containsExactly("long");
    assertThat(search(reranked, request("unknown").similarityThreshold(0.6)))
        .containsExactly("long");
  }

  @Test
  void scoresOfTheDefaultModelAreProbabilities(@TempDir Path other) {
    try (SearchEngine compact = SearchEngine.openOrCreate(other)) {
      VectorStore probable =
          IsoglossVectorStore.builder(compact, LocalEmbeddingModels.of(compact)).build();
      probable.add(
          List.of(
              document("fr", "La tour Eiffel mesure 330 mètres de haut."),
              document("de", "Der Zug nach Paris fährt um acht Uhr.")));
      SearchRequest.Builder question = request("How tall is the Eiffel Tower?");
      assertThat(search(probable, question)).containsExactly("fr", "de");
      assertThat(search(probable, question.similarityThreshold(0.5))).containsExactly("fr");
    }
  }

  @Test
  void rejectsAThresholdOfOtherScores() {
    store.add(List.of(document("a", "One dog.")));
    assertThat(search(store("bm25"), request("dog"))).containsExactly("a");
    assertThatThrownBy(() -> search(store("bm25"), request("dog").similarityThreshold(0.1)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(
            "the similarity threshold is 0.1, but the scores of the pipeline \"bm25\" are neither"
                + " probabilities nor cosines");
    for (String unknown :
        List.of("dense >> rerank(length)", "{bm25, dense}fair", "dense(feedback=1)")) {
      assertThat(search(store(unknown), request("dog"))).as(unknown).containsExactly("a");
      assertThatThrownBy(() -> search(store(unknown), request("dog").similarityThreshold(0.1)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("probabilities of the hits of \"" + unknown + "\" are not known");
    }
  }

  @Test
  void filtersRestrictSearchesAndDeletions() {
    store.add(
        List.of(
            new Document("bg", "One dog.", Map.of("country", "BG", "year", 2020)),
            new Document("nl", "Two dogs.", Map.of("country", "NL")),
            new Document("us", "Three dogs.", Map.of("country", "US", "year", 2023))));
    assertThat(search(store, request("dog").filterExpression("year >= 2021")))
        .containsExactly("us");
    store.delete("country IN ['BG', 'NL'] && year IS NULL");
    assertThat(search(store, request("dog"))).containsExactlyInAnyOrder("bg", "us");
  }

  @Test
  void deletesDocumentsThatNoSearchFinds() {
    store.add(
        List.of(
            new Document("a", "unknown", Map.of("kind", "x")),
            new Document(
                "b", "unknown. unknown unknown. unknown unknown unknown.", Map.of("kind", "x")),
            new Document("c", "One dog.", Map.of("kind", "y"))));
    store.delete("kind == 'x'");
    assertThat(engine.view().passages("a")).isEmpty();
    assertThat(engine.view().passages("b")).isEmpty();
    assertThat(engine.view().documentCount()).isOne();
  }

  @Test
  void filtersOfAnEmptyStoreFindNothing() {
    assertThat(search(store, request("dog").filterExpression("country == 'BG'"))).isEmpty();
    store.delete("country == 'BG'");
    assertThat(engine.view().documentCount()).isZero();
  }

  @Test
  void rejectsFiltersOfUnknownFields() {
    store.add(List.of(new Document("a", "One dog.", Map.of("country", "BG"))));
    assertThatThrownBy(() -> search(store, request("dog").filterExpression("county == 'BG'")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("did you mean country?");
    assertThatThrownBy(() -> store.delete("county == 'BG'"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("did you mean country?");
  }

  @Test
  void rejectsAPipelineWhoseRerankerDoesNotExist() {
    assertThatThrownBy(() -> store("dense >> rerank(no-such-model)"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no-such-model");
  }

  @Test
  void rejectsValuesOfAnotherType() {
    store.add(List.of(new Document("a", "One dog.", Map.of("year", 2024))));
    assertThatThrownBy(
            () -> store.add(List.of(new Document("b", "Two dogs.", Map.of("year", "last")))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the field \"year\"");
    assertThat(engine.view().documentCount()).isOne();
  }

  @Test
  void rejectsABatchingStrategy() {
    assertThatThrownBy(
            () ->
                IsoglossVectorStore.builder(engine, LocalEmbeddingModels.of(engine))
                    .batchingStrategy(new TokenCountBatchingStrategy()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("forms batches itself");
  }

  @Test
  void operationsAreObserved() {
    TestObservationRegistry registry = TestObservationRegistry.create();
    VectorStore observed =
        IsoglossVectorStore.builder(engine, LocalEmbeddingModels.of(engine))
            .observationRegistry(registry)
            .build();
    observed.similaritySearch("dog");
    TestObservationRegistryAssert.assertThat(registry)
        .hasSingleObservationThat()
        .hasLowCardinalityKeyValue("db.system", "isogloss")
        .hasLowCardinalityKeyValue("db.operation.name", "query")
        .hasHighCardinalityKeyValue("db.collection.name", folder.toString())
        .hasHighCardinalityKeyValue("db.vector.dimension_count", "2")
        .hasBeenStopped();
  }

  @Test
  void nativeClientIsTheEngine() {
    assertThat(store.<SearchEngine>getNativeClient()).containsSame(engine);
  }
}
