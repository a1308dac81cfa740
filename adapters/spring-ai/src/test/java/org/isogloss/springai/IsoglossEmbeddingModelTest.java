// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingOptions;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.ai.embedding.observation.DefaultEmbeddingModelObservationConvention;
import org.springframework.ai.vectorstore.SimpleVectorStore;

class IsoglossEmbeddingModelTest {
  private static final Document DOCUMENT = new Document("Two dogs sleep.");

  private final IsoglossEmbeddingModel model = IsoglossEmbeddingModel.of("axis", new AxisEncoder());

  private static double dot(float[] a, float[] b) {
    double dot = 0;
    for (int i = 0; i < a.length; i++) {
      dot += a[i] * b[i];
    }
    return dot;
  }

  @Test
  void documentsArePassages() {
    assertThat(model.embed(DOCUMENT)).isEqualTo(AxisEncoder.PASSAGE);
    assertThat(model.embed(List.of(DOCUMENT), EmbeddingOptions.builder().build(), List::of))
        .containsExactly(AxisEncoder.PASSAGE);
    assertThat(model.embed(List.of(DOCUMENT), null, List::of)).containsExactly(AxisEncoder.PASSAGE);
  }

  @Test
  void stringsAreQueries() {
    assertThat(model.embed("dogs")).isEqualTo(AxisEncoder.QUERY);
    assertThat(model.embed(List.of("dogs"))).containsExactly(AxisEncoder.QUERY);
    assertThat(model.embedForResponse(List.of("dogs")).getResult().getOutput())
        .isEqualTo(AxisEncoder.QUERY);
  }

  @Test
  void optionsStateAnotherRole() {
    var passages = new IsoglossEmbeddingOptions(Role.PASSAGE);
    assertThat(model.call(new EmbeddingRequest(List.of("dogs"), passages)).getResult().getOutput())
        .isEqualTo(AxisEncoder.PASSAGE);
    var queries = new IsoglossEmbeddingOptions(Role.QUERY);
    assertThat(model.embed(List.of(DOCUMENT), queries, List::of))
        .containsExactly(AxisEncoder.QUERY);
  }

  @Test
  void vectorsAreInTheOrderOfTheDocuments() {
    List<Document> documents =
        List.of(DOCUMENT, new Document("An opposite text."), new Document("Another text."));
    assertThat(
            model.embed(
                documents, null, all -> List.of(all.subList(0, 1), all.subList(1, all.size()))))
        .containsExactly(AxisEncoder.PASSAGE, AxisEncoder.OPPOSITE, AxisEncoder.PASSAGE);
  }

  @Test
  void responseNamesTheModel() {
    EmbeddingResponse response = model.embedForResponse(List.of("one", "two"));
    assertThat(response.getMetadata().getModel()).isEqualTo("axis");
    assertThat(response.getResults()).extracting(result -> result.getIndex()).containsExactly(0, 1);
    assertThat(model.dimensions()).isEqualTo(2);
    assertThat(model.name()).isEqualTo("axis");
  }

  private void call(EmbeddingOptions options) {
    model.call(new EmbeddingRequest(List.of("dogs"), options));
  }

  @Test
  void acceptsOptionsThatDescribeTheModel() {
    EmbeddingOptions options = EmbeddingOptions.builder().model("axis").dimensions(2).build();
    assertThat(model.call(new EmbeddingRequest(List.of("dogs"), options)).getResults()).hasSize(1);
  }

  @Test
  void rejectsOptionsThatTheModelDoesNotMeet() {
    assertThatThrownBy(() -> call(EmbeddingOptions.builder().model("other").build()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(
            "the embedding options name the model \"other\", expected \"axis\"");
    assertThatThrownBy(() -> call(EmbeddingOptions.builder().dimensions(64).build()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(
            "the embedding options ask for 64 dimensions, but the vectors of the model axis have 2");
    assertThatThrownBy(
            () ->
                model.embed(
                    List.of(DOCUMENT), EmbeddingOptions.builder().dimensions(64).build(), List::of))
        .isInstanceOf(IsoglossException.class);
  }

  /** Options of another provider, which this model would have to ignore. */
  private record TruncatingOptions(boolean truncate) implements EmbeddingOptions {
    @Override
    public String getModel() {
      return "axis";
    }

    @Override
    public Integer getDimensions() {
      return 2;
    }
  }

  @Test
  void rejectsOptionsOfOtherProviders() {
    assertThatThrownBy(() -> call(new TruncatingOptions(true)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("TruncatingOptions, expected IsoglossEmbeddingOptions");
  }

  @Test
  void requestsAreObserved() {
    TestObservationRegistry registry = TestObservationRegistry.create();
    model
        .withObservations(registry, new DefaultEmbeddingModelObservationConvention())
        .embed(DOCUMENT);
    TestObservationRegistryAssert.assertThat(registry)
        .hasSingleObservationThat()
        .hasLowCardinalityKeyValue("gen_ai.system", "isogloss")
        .hasLowCardinalityKeyValue("gen_ai.response.model", "axis")
        .hasBeenStopped();
  }

  @Test
  void shippedModelEncodesTranslationsAlike() {
    try (IsoglossEmbeddingModel tiny = LocalEmbeddingModels.open("tiny", 1)) {
      float[] english = tiny.embed("The cat sleeps.");
      assertThat(english).hasSize(tiny.dimensions());
      assertThat(dot(english, tiny.embed(new Document("Die Katze schläft."))))
          .isGreaterThan(dot(english, tiny.embed(new Document("Der Zug hat Verspätung."))));
    }
  }

  @Test
  void servesOtherVectorStores() {
    try (IsoglossEmbeddingModel tiny = LocalEmbeddingModels.open("tiny", 1)) {
      SimpleVectorStore store = SimpleVectorStore.builder(tiny).build();
      store.add(List.of(new Document("Die Katze schläft."), new Document("Der Zug ist spät.")));
      assertThat(store.similaritySearch("a sleeping cat").getFirst().getText())
          .isEqualTo("Die Katze schläft.");
    }
  }

  @Test
  void modelOfAnEngineIsNotClosed(@TempDir Path folder) {
    try (SearchEngine engine =
        SearchEngine.at(folder).encoder("axis", new AxisEncoder()).openOrCreate()) {
      IsoglossEmbeddingModel ofEngine = LocalEmbeddingModels.of(engine);
      ofEngine.close();
      assertThat(ofEngine.embed("dogs")).isEqualTo(AxisEncoder.QUERY);
    }
  }

  @Test
  void rejectsAnIndexWithoutVectors(@TempDir Path folder) {
    try (SearchEngine engine = SearchEngine.at(folder).withoutVectors().openOrCreate()) {
      assertThatThrownBy(() -> LocalEmbeddingModels.of(engine))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("without a model, expected an index with vectors");
    }
  }
}
