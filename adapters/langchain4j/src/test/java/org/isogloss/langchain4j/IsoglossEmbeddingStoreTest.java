// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.store.embedding.EmbeddingMatch;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.filter.Filter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.Models;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.validation.IndexValidator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsoglossEmbeddingStoreTest {
  /** A model of which the store knows only the name and the dimension. */
  private record RemoteModel(String modelName, int dimension) implements EmbeddingModel {
    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
      throw new UnsupportedOperationException("the store does not embed");
    }
  }

  private static final EmbeddingModel REMOTE = new RemoteModel("remote", 2);

  @TempDir Path temporary;
  private Path folder;
  private IsoglossEmbeddingStore store;

  @BeforeEach
  void open() {
    folder = temporary.resolve("store");
    store = IsoglossEmbeddingStore.open(folder, REMOTE);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void reopen() {
    store.close();
    store = IsoglossEmbeddingStore.open(folder, REMOTE);
  }

  private static Embedding embedding(float... vector) {
    return Embedding.from(vector);
  }

  private static EmbeddingSearchRequest.EmbeddingSearchRequestBuilder near(float... vector) {
    return EmbeddingSearchRequest.builder().queryEmbedding(embedding(vector)).maxResults(10);
  }

  private List<EmbeddingMatch<TextSegment>> search(EmbeddingSearchRequest request) {
    return store.search(request).matches();
  }

  private List<String> ids(EmbeddingSearchRequest request) {
    return search(request).stream().map(EmbeddingMatch::embeddingId).toList();
  }

  private List<String> ids(Filter filter) {
    return ids(near(1, 0).filter(filter).build());
  }

  private void add(String id, Metadata metadata) {
    store.addAll(
        List.of(id), List.of(embedding(1, 0)), List.of(TextSegment.from("text " + id, metadata)));
  }

  @Test
  void keepsEmbeddingsAndSegmentsOnDisk() {
    TextSegment segment = TextSegment.from("Ein Satz.", Metadata.from("source", "faq"));
    store.addAll(List.of("a"), List.of(embedding(3, 4)), List.of(segment));
    store.add("b", embedding(0, 1));
    reopen();
    List<EmbeddingMatch<TextSegment>> matches = search(near(3, 4).build());
    assertThat(matches).extracting(EmbeddingMatch::embeddingId).containsExactly("a", "b");
    assertThat(matches.get(0).embedded()).isEqualTo(segment);
    assertThat(matches.get(0).embedding().vector()).containsExactly(0.6f, 0.8f);
    assertThat(matches.get(1).embedded()).isNull();
    assertThat(IndexValidator.validate(folder).problems()).isEmpty();
  }

  @Test
  void theScoreIsHalfOfOnePlusTheCosine() {
    store.addAll(
        List.of("east", "north", "west"),
        List.of(embedding(2, 0), embedding(0, 2), embedding(-2, 0)),
        null);
    List<EmbeddingMatch<TextSegment>> matches = search(near(5, 0).build());
    assertThat(matches)
        .extracting(EmbeddingMatch::score)
        .satisfiesExactly(
            east -> assertThat(east).isEqualTo(1),
            north -> assertThat(north).isCloseTo(0.5, within(1e-6)),
            west -> assertThat(west).isEqualTo(0));
    assertThat(ids(near(5, 0).minScore(0.4).build())).containsExactly("east", "north");
    assertThat(ids(near(5, 0).maxResults(1).build())).containsExactly("east");
  }

  @Test
  void anEmbeddingOfZerosIsStoredButNotFound() {
    store.add("zeros", embedding(0, 0));
    assertThat(ids(near(1, 0).build())).isEmpty();
    store.add("zeros", embedding(1, 0));
    assertThat(ids(near(1, 0).build())).containsExactly("zeros");
    assertThat(ids(near(0, 0).build())).as("nothing is near zeros").isEmpty();
  }

  @Test
  void addingAnIdAgainReplacesIt() {
    add("a", new Metadata().put("version", 1));
    add("a", new Metadata().put("version", 2));
    assertThat(search(near(1, 0).build()))
        .singleElement()
        .satisfies(
            match -> assertThat(match.embedded().metadata().getInteger("version")).isEqualTo(2));
  }

  @Test
  void keysOfEveryDocumentBelongToTheSegment() {
    Metadata metadata =
        new Metadata()
            .put("id", "own id")
            .put("language", "java")
            .put("langchain4j.blank", "own value")
            .put("empty", "");
    add("a", metadata);
    add("b", Metadata.from("language", "python"));
    reopen();
    assertThat(search(near(1, 0).build()).getFirst().embedded().metadata()).isEqualTo(metadata);
    assertThat(ids(metadataKey("language").isEqualTo("java"))).containsExactly("a");
    assertThat(ids(metadataKey("id").isEqualTo("own id"))).containsExactly("a");
    assertThat(ids(metadataKey("id").isEqualTo("a"))).isEmpty();
  }

  @Test
  void noDocumentHasTheValueOfAnUnknownKey() {
    assertThat(ids(metadataKey("user").isEqualTo("x"))).as("an empty store").isEmpty();
    add("a", Metadata.from("source", "faq"));
    assertThat(ids(metadataKey("user").isEqualTo("x"))).isEmpty();
    assertThat(ids(metadataKey("user").isIn("x", "y"))).isEmpty();
    assertThat(ids(metadataKey("user").isNotEqualTo("x"))).containsExactly("a");
    assertThat(ids(metadataKey("user").isNotIn("x"))).containsExactly("a");
    assertThat(ids(Filter.not(metadataKey("user").isGreaterThan(5)))).containsExactly("a");
    store.removeAll(metadataKey("user").isEqualTo("x"));
    assertThat(ids(near(1, 0).build())).containsExactly("a");
  }

  @Test
  void aKeyHasOneType() {
    add("a", new Metadata().put("price", 5));
    assertThatThrownBy(() -> add("b", Metadata.from("price", "free")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the field \"price\" is the string \"free\"");
    assertThatThrownBy(() -> ids(metadataKey("price").isEqualTo("free")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the field \"price\" is a number");
    assertThat(ids(near(1, 0).build())).as("the store is usable").containsExactly("a");
  }

  @Test
  void acceptsOnlyItsModel() {
    assertThatThrownBy(() -> store.add(embedding(1, 0, 0)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("3 dimensions, expected those of the model remote: 2");
    assertThatThrownBy(() -> store.search(near(1, 0, 0).build()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("3 dimensions");
    assertThatThrownBy(() -> IsoglossEmbeddingStore.open(folder, new RemoteModel("other", 2)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the index holds vectors of the model remote");
  }

  @Test
  void rejectsListsOfDifferentSizesAndInvalidIds() {
    assertThatThrownBy(() -> store.addAll(List.of("a"), List.of(), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 ids, 0 embeddings and no segments");
    assertThatThrownBy(() -> store.addAll(List.of("a"), List.of(embedding(1, 0)), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 ids, 1 embeddings and 0 segments");
    assertThatThrownBy(() -> store.add("two\twords", embedding(1, 0)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("contains a tab");
    store.addAll(List.of(), List.of(), List.of());
    assertThat(ids(near(1, 0).build())).isEmpty();
  }

  @Test
  void manyThreadsAddSearchAndRemove() throws Exception {
    List<Future<?>> tasks = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int thread = 0; thread < 4; thread++) {
        String name = "t" + thread;
        tasks.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 5; i++) {
                    add(name + "-" + i, Metadata.from("thread", name));
                    assertThat(ids(metadataKey("thread").isEqualTo(name)))
                        .as("what this thread has added")
                        .contains(name + "-" + i);
                  }
                  store.remove(name + "-0");
                }));
      }
    }
    for (Future<?> task : tasks) {
      task.get();
    }
    assertThat(ids(near(1, 0).maxResults(100).build())).hasSize(16).doesNotContain("t0-0");
  }

  /** Segments of a store are searched by words and vectors, by an engine that both share. */
  @Test
  void isAFullIndexIfTheModelIsThatOfIsogloss() {
    Path shared = temporary.resolve("shared");
    try (IsoglossEmbeddingModel model = TestModels.tiny();
        SearchEngine engine =
            SearchEngine.at(shared)
                .encoder(model.modelName(), model.encoder())
                .vectors(VectorOptions.PLAIN)
                .tokenVectors(Models.NONE)
                .openOrCreate()) {
      IsoglossEmbeddingStore segments = IsoglossEmbeddingStore.of(engine);
      for (String text : List.of("Die Katze schläft auf dem Sofa.", "Der Zug fährt um acht.")) {
        segments.add(model.embed(text).content(), TextSegment.from(text));
      }
      segments.close();
      SearchRequest dense = SearchRequest.of("the cat sleeps").withPipeline("dense");
      SearchRequest words = SearchRequest.of("Katze").withPipeline("bm25");
      for (SearchRequest request : List.of(dense, words)) {
        SearchResult best = engine.search(request).results().getFirst();
        assertThat(best.passage().text()).isEqualTo("Die Katze schläft auf dem Sofa.");
        assertThat(best.passage().language().tag()).isEqualTo("de");
      }
    }
    try (SearchEngine engine = SearchEngine.open(shared)) {
      assertThat(engine.search("the cat sleeps", 1).size()).as("by the model's name").isOne();
    }
  }
}
