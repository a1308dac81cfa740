// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.isogloss.api.filter.Filter;
import org.isogloss.client.IsoglossClient;
import org.isogloss.client.RemoteIndex;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.SearchEngine;
import org.isogloss.server.SearchServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.openai.OpenAiEmbeddingModel;
import org.springframework.ai.openai.OpenAiEmbeddingOptions;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;

class VectorStoreOverHttpTest {
  @TempDir private static Path folder;
  private static SearchServer server;
  private static IsoglossClient client;
  private static VectorStore store;

  @BeforeAll
  static void serve() {
    server =
        SearchServer.builder()
            .index("articles", folder.resolve("articles"))
            .index("empty", folder.resolve("empty"))
            .createMissingIndexes(true)
            .model("tiny")
            .port(0)
            .start();
    client = IsoglossClient.builder(url()).build();
    store = builder("articles").build();
  }

  private static String url() {
    return "http://localhost:" + server.port();
  }

  private static IsoglossVectorStore.Builder builder(String index) {
    return IsoglossVectorStore.builder(
        client.index(index), RemoteEmbeddingModels.of(client, "tiny"));
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void clear() {
    client.index("articles").delete(Filter.exists("id"));
  }

  private static VectorStore store(String pipeline) {
    return builder("articles").pipeline(pipeline).build();
  }

  private static SearchRequest.Builder request(String query) {
    return SearchRequest.builder().query(query);
  }

  private static List<String> search(VectorStore searched, SearchRequest.Builder request) {
    return searched.similaritySearch(request.build()).stream().map(Document::getId).toList();
  }

  private static void addAnimals() {
    store.add(
        List.of(
            new Document(
                "de",
                "  Die Katze schläft.\n\nSie träumt.\t",
                Map.of("year", 2020, "title", "Katzen", "tags", List.of("x", "y"))),
            new Document("en", "The cat sleeps here.", Map.of("year", 2021, "open", true)),
            new Document("fr", "Le train est en retard.", Map.of("price", 1.5))));
  }

  @Test
  void findsTheSameDocumentsAsInTheProcessOfTheIndex() {
    addAnimals();
    try (SearchEngine engine = SearchEngine.open(folder.resolve("articles"))) {
      for (String pipeline : List.of("bm25", "dense", "{bm25, dense}fair")) {
        VectorStore local =
            IsoglossVectorStore.builder(engine, LocalEmbeddingModels.of(engine))
                .pipeline(pipeline)
                .build();
        SearchRequest request = request("a sleeping cat").topK(10).build();
        List<Document> found = store(pipeline).similaritySearch(request);
        assertThat(found).as(pipeline).isNotEmpty().isEqualTo(local.similaritySearch(request));
      }
    }
  }

  @Test
  void returnsWholeDocuments() {
    addAnimals();
    Document found = store.similaritySearch("die Katze träumt").getFirst();
    assertThat(found.getText()).isEqualTo("  Die Katze schläft.\n\nSie träumt.\t");
    assertThat(found.getMetadata())
        .isEqualTo(
            Map.of("year", 2020, "title", "Katzen", "language", "de", "tags", List.of("x", "y")));
    String text =
        String.join(" ", IntStream.range(0, 500).mapToObj(i -> "word" + i + ".").toList());
    store.add(List.of(new Document("long", text, Map.of())));
    assertThat(search(store("bm25"), request("word499"))).containsExactly("long");
    assertThat(store("bm25").similaritySearch("word499").getFirst().getText())
        .as("of several passages")
        .isEqualTo(text);
  }

  @Test
  void filtersSearchesAndDeletions() {
    addAnimals();
    assertThat(search(store, request("cat").filterExpression("year >= 2021")))
        .containsExactly("en");
    assertThat(search(store, request("cat").filterExpression("tags IN ['x', 'z'] || price < 2")))
        .containsExactlyInAnyOrder("de", "fr");
    store.delete("year IS NULL || language == 'de'");
    assertThat(search(store, request("cat"))).containsExactly("en");
    assertThatThrownBy(() -> store.delete("yaer == 2020"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("did you mean year?");
    assertThatThrownBy(() -> search(store, request("cat").filterExpression("yaer == 2020")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("did you mean year?");
  }

  @Test
  void aFilterWithoutValuesFindsNothing() {
    addAnimals();
    FilterExpressionBuilder filter = new FilterExpressionBuilder();
    assertThat(search(store, request("cat").filterExpression(filter.in("year", List.of()).build())))
        .isEmpty();
    assertThat(
            search(store, request("cat").filterExpression(filter.nin("year", List.of()).build())))
        .hasSize(3);
  }

  @Test
  void filtersOfAnEmptyStoreFindNothing() {
    VectorStore empty = builder("empty").build();
    assertThat(search(empty, request("dog").filterExpression("country == 'BG'"))).isEmpty();
    empty.delete("country == 'BG'");
  }

  @Test
  void deletesManyDocuments() {
    addAnimals();
    List<String> ids = IntStream.range(0, 2_500).mapToObj(i -> "x\"\\" + i).toList();
    store.add(List.of(new Document(ids.getLast(), "Das Ende.", Map.of())));
    store.delete(ids);
    assertThat(client.index("articles").describe().documentCount()).isEqualTo(3);
    List<String> longIds = IntStream.range(0, 150).mapToObj(i -> "x".repeat(900) + i).toList();
    store.add(List.of(new Document(longIds.getLast(), "Das Ende.", Map.of())));
    store.delete(longIds);
    assertThat(client.index("articles").describe().documentCount()).isEqualTo(3);
    store.delete(List.of("de", "fr"));
    assertThat(search(store, request("cat"))).containsExactly("en");
    store.delete(List.<String>of());
    store.add(List.of());
    assertThat(client.index("articles").describe().documentCount()).isOne();
  }

  @Test
  void reportsDocumentsThatTheServerRejects() {
    assertThatThrownBy(
            () ->
                store.add(
                    List.of(
                        new Document("a", "One dog.", Map.of("year", 2024)),
                        new Document("b", "Two dogs.", Map.of("year", "last")))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith("the index rejected 1 of 2 documents and added the others; the")
        .hasMessageContaining("first one is b: ");
    assertThat(search(store, request("dog"))).containsExactly("a");
    assertThatThrownBy(
            () ->
                store.add(
                    List.of(
                        new Document("c", "Three dogs.", Map.of()),
                        new Document("d", " ", Map.of()))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the document d is blank");
    assertThat(search(store, request("dog"))).containsExactly("a");
  }

  @Test
  void aThresholdIsACosineOrAProbability() {
    addAnimals();
    double cosine = store("dense").similaritySearch(request("cat").build()).getFirst().getScore();
    assertThat(search(store("dense"), request("cat").similarityThreshold(cosine))).hasSize(1);
    String reranked = "dense >> rerank(reranker)";
    SearchRequest.Builder question = request("Where does the cat sleep?");
    List<Document> found = store(reranked).similaritySearch(question.build());
    assertThat(found).hasSize(3).extracting(Document::getScore).allMatch(p -> p > 0 && p < 1);
    double best = found.stream().mapToDouble(Document::getScore).max().orElseThrow();
    assertThat(search(store(reranked), question.similarityThreshold(best))).hasSize(1);
    assertThatThrownBy(() -> search(store("bm25"), request("cat").similarityThreshold(0.1)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("are neither probabilities nor cosines");
  }

  @Test
  void returnsAtMostTopKDocuments() {
    addAnimals();
    assertThat(search(store, request("cat").topK(1))).hasSize(1);
    assertThat(search(store, request("cat").topK(0))).isEmpty();
    assertThat(search(store, request(" "))).isEmpty();
    assertThatThrownBy(() -> search(store, request("cat").topK(Integer.MAX_VALUE)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("top is 2147483647, expected an integer from 1 to 1000");
  }

  @Test
  void needsAnIndexOfTheServer() {
    assertThatThrownBy(() -> builder("article"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("index is \"article\", expected one of articles, empty");
    assertThatThrownBy(
            () ->
                IsoglossVectorStore.builder(
                    client.index(), RemoteEmbeddingModels.of(client, "tiny")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("2 indexes");
  }

  @Test
  void operationsAreObserved() {
    TestObservationRegistry registry = TestObservationRegistry.create();
    builder("articles").observationRegistry(registry).build().similaritySearch("dog");
    TestObservationRegistryAssert.assertThat(registry)
        .hasSingleObservationThat()
        .hasLowCardinalityKeyValue("db.system", "isogloss")
        .hasHighCardinalityKeyValue("db.collection.name", "articles")
        .hasBeenStopped();
    assertThat(store.<Object>getNativeClient()).containsInstanceOf(RemoteIndex.class);
  }

  @Test
  void theModelOfAServerReturnsTheVectorsOfTheModel() {
    Document document = new Document("a", "The cat sleeps.", Map.of());
    IsoglossEmbeddingModel remote = RemoteEmbeddingModels.of(client, "tiny");
    try (IsoglossEmbeddingModel local = LocalEmbeddingModels.open("tiny", 1)) {
      assertThat(remote.dimensions()).isEqualTo(local.dimensions());
      assertThat(remote.embed(document)).isEqualTo(local.embed(document));
      assertThat(remote.embed("a sleeping cat")).isEqualTo(local.embed("a sleeping cat"));
    }
  }

  @Test
  void theEmbeddingModelOfOpenAiReturnsTheSameVectors() {
    EmbeddingModel remote =
        OpenAiEmbeddingModel.builder()
            .options(
                OpenAiEmbeddingOptions.builder()
                    .baseUrl(url() + "/v1")
                    .apiKey("none")
                    .model("tiny")
                    .build())
            .build();
    try (IsoglossEmbeddingModel local = LocalEmbeddingModels.open("tiny", 1)) {
      List<String> texts = List.of("The cat sleeps.", "Die Katze schläft.");
      List<float[]> vectors = remote.embed(texts);
      for (int i = 0; i < texts.size(); i++) {
        assertThat(vectors.get(i))
            .isEqualTo(local.embed(new Document("a", texts.get(i), Map.of())));
      }
    }
  }
}
