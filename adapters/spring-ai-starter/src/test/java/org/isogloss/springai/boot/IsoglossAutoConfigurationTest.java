// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.api.field.FieldType;
import org.isogloss.client.IsoglossClient;
import org.isogloss.client.RemoteIndex;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.SearchEngine;
import org.isogloss.server.SearchServer;
import org.isogloss.springai.IsoglossDocumentPostProcessor;
import org.isogloss.springai.IsoglossEmbeddingModel;
import org.isogloss.springai.IsoglossVectorStore;
import org.isogloss.springai.client.IsoglossClientAutoConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.postretrieval.document.DocumentPostProcessor;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class IsoglossAutoConfigurationTest {
  @TempDir Path folder;
  private ApplicationContextRunner withoutIndex;
  private ApplicationContextRunner withIndex;

  @BeforeEach
  void configure() {
    withoutIndex =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    IsoglossClientAutoConfiguration.class, IsoglossAutoConfiguration.class))
            .withPropertyValues("isogloss.model=tiny", "isogloss.threads=1");
    withIndex =
        withoutIndex.withPropertyValues(
            "isogloss.index=" + folder.resolve("index"), "isogloss.initialize-schema=true");
  }

  @Test
  void springBootFindsTheConfiguration() {
    assertThat(
            ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader())
                .getCandidates())
        .contains(IsoglossAutoConfiguration.class.getName());
  }

  @Test
  void createsAStoreWithTheModelOfItsIndex() {
    withIndex.run(
        context -> {
          assertThat(context).hasSingleBean(VectorStore.class).hasSingleBean(EmbeddingModel.class);
          VectorStore store = context.getBean(VectorStore.class);
          store.add(List.of(new Document("a", "Die Katze schläft.", Map.of())));
          assertThat(store.similaritySearch("a sleeping cat"))
              .extracting(Document::getId)
              .containsExactly("a");
          assertThat(context.getBean(IsoglossEmbeddingModel.class).name()).isEqualTo("tiny");
          assertThat(context.getBean(SearchEngine.class).models().encoderName()).contains("tiny");
        });
  }

  @Test
  void createsOnlyModelsWithoutAnIndex() {
    withoutIndex.run(
        context -> {
          assertThat(context)
              .doesNotHaveBean(SearchEngine.class)
              .doesNotHaveBean(VectorStore.class);
          EmbeddingModel model = context.getBean(EmbeddingModel.class);
          assertThat(model.embed("a sleeping cat")).hasSize(model.dimensions());
        });
  }

  @Test
  void opensAnExistingIndexWithoutNamingItsModel() {
    withIndex.run(
        context ->
            context.getBean(VectorStore.class).add(List.of(new Document("a", "A cat.", Map.of()))));
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                IsoglossClientAutoConfiguration.class, IsoglossAutoConfiguration.class))
        .withPropertyValues("isogloss.index=" + folder.resolve("index"))
        .run(
            context -> {
              assertThat(context.getBean(SearchEngine.class).view().documentCount()).isOne();
              assertThat(context.getBean(IsoglossEmbeddingModel.class).name()).isEqualTo("tiny");
            });
  }

  @Test
  void aServerTakesPrecedenceOverAnIndexInThisProcess() {
    try (SearchServer server =
        SearchServer.builder()
            .index("articles", folder.resolve("articles"))
            .createMissingIndexes(true)
            .model("tiny")
            .port(0)
            .start()) {
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  IsoglossClientAutoConfiguration.class, IsoglossAutoConfiguration.class))
          .withPropertyValues("isogloss.url=http://localhost:" + server.port())
          .withPropertyValues("isogloss.index=articles")
          .run(
              context ->
                  assertThat(context)
                      .hasSingleBean(IsoglossVectorStore.class)
                      .hasSingleBean(IsoglossEmbeddingModel.class)
                      .hasSingleBean(RemoteIndex.class)
                      .doesNotHaveBean(SearchEngine.class));
    }
  }

  @Test
  void emptyPropertiesAreNotSet() {
    withoutIndex
        .withPropertyValues("isogloss.url=", "isogloss.index=")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(IsoglossClient.class)
                    .doesNotHaveBean(SearchEngine.class)
                    .hasSingleBean(IsoglossEmbeddingModel.class));
  }

  @Test
  void propertiesConfigureTheEngine() {
    withIndex
        .withPropertyValues("isogloss.pipeline=bm25", "isogloss.fields.edition=string")
        .run(
            context -> {
              SearchEngine engine = context.getBean(SearchEngine.class);
              assertThat(engine.defaultPipeline()).hasToString("bm25");
              assertThat(engine.view().fieldTypes()).containsEntry("edition", FieldType.STRING);
            });
  }

  @Test
  void postProcessorKeepsTopNDocuments() {
    List<Document> documents =
        List.of(
            new Document("b", "Der Zug nach Paris fährt um acht Uhr.", Map.of()),
            new Document("a", "La tour Eiffel mesure 330 mètres de haut.", Map.of()));
    for (ApplicationContextRunner runner : List.of(withIndex, withoutIndex)) {
      runner
          .withPropertyValues("isogloss.top-n=1")
          .run(
              context ->
                  assertThat(
                          context
                              .getBean(DocumentPostProcessor.class)
                              .process(new Query("How tall is the Eiffel Tower?"), documents))
                      .extracting(Document::getId)
                      .containsExactly("a"));
    }
  }

  @Test
  void rerankerIsOpenedOnlyIfItIsUsed() {
    withIndex
        .withPropertyValues("isogloss.reranker=no-such-model")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThatThrownBy(() -> context.getBean(DocumentPostProcessor.class))
                  .hasRootCauseInstanceOf(IsoglossException.class)
                  .rootCause()
                  .hasMessageContaining("no-such-model");
            });
  }

  @Test
  void beansOfTheApplicationTakePrecedence() {
    withIndex
        .withBean(SimpleVectorStore.class, () -> SimpleVectorStore.builder(new NoModel()).build())
        .withBean(NoModel.class, NoModel::new)
        .withBean(DocumentPostProcessor.class, () -> (query, documents) -> documents)
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(SearchEngine.class)
                    .doesNotHaveBean(IsoglossVectorStore.class)
                    .doesNotHaveBean(IsoglossEmbeddingModel.class)
                    .doesNotHaveBean(IsoglossDocumentPostProcessor.class));
  }

  @Test
  void usesTheEngineOfTheApplication() {
    withoutIndex
        .withBean(
            SearchEngine.class,
            () -> SearchEngine.at(folder.resolve("own")).model("tiny").openOrCreate())
        .run(
            context -> {
              SearchEngine engine = context.getBean(SearchEngine.class);
              assertThat(engine.location().name()).isEqualTo(folder.resolve("own").toString());
              assertThat(context.getBean(IsoglossVectorStore.class).<SearchEngine>getNativeClient())
                  .containsSame(engine);
            });
  }

  @Test
  void propertiesOfSpringAiSelectOthers() {
    withIndex
        .withPropertyValues(
            "spring.ai.vectorstore.type=pgvector", "spring.ai.model.embedding=openai")
        .run(
            context ->
                assertThat(context)
                    .doesNotHaveBean(IsoglossVectorStore.class)
                    .doesNotHaveBean(IsoglossEmbeddingModel.class));
    withIndex
        .withPropertyValues(
            "spring.ai.vectorstore.type=isogloss", "spring.ai.model.embedding=isogloss")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(IsoglossVectorStore.class)
                    .hasSingleBean(IsoglossEmbeddingModel.class));
  }

  @Test
  void closesTheEngineWithTheContext() {
    List<SearchEngine> engines = new ArrayList<>();
    withIndex.run(context -> engines.add(context.getBean(SearchEngine.class)));
    assertThatThrownBy(() -> engines.getFirst().search("cat", 1))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closesTheModelWithTheContext() {
    List<EmbeddingModel> models = new ArrayList<>();
    withoutIndex.run(context -> models.add(context.getBean(EmbeddingModel.class)));
    assertThatThrownBy(() -> models.getFirst().embed("cat"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void searchesAndRequestsAreObserved() {
    List<String> observed = new ArrayList<>();
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new Names(observed));
    withIndex
        .withBean(ObservationRegistry.class, () -> registry)
        .run(
            context -> {
              context.getBean(VectorStore.class).similaritySearch("cat");
              context.getBean(EmbeddingModel.class).embed("cat");
            });
    assertThat(observed).containsExactly("db.vector.client.operation", "gen_ai.client.operation");
  }

  @Test
  void explainsAMissingIndex() {
    withoutIndex
        .withPropertyValues("isogloss.index=" + folder.resolve("nowhere"))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(IsoglossException.class)
                    .hasMessage(
                        folder.resolve("nowhere")
                            + ": there is no index; set isogloss.index to the folder of one, or"
                            + " isogloss.initialize-schema to true to create it"));
  }

  @Test
  void rejectsInvalidProperties() {
    for (String property : List.of("isogloss.threads", "isogloss.top-n")) {
      withIndex
          .withPropertyValues(property + "=-1")
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .rootCause()
                      .hasMessage(property + " is -1, expected 0 or more"));
    }
    withIndex
        .withPropertyValues("isogloss.device=gpu")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessage("device is \"gpu\", expected cpu, cuda, cuda:N or auto"));
    withIndex
        .withPropertyValues("isogloss.pipeline=bm52")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(IsoglossException.class)
                    .hasMessageContaining("bm52"));
  }

  /** Records the names of observations. */
  private record Names(List<String> names) implements ObservationHandler<Observation.Context> {
    @Override
    public void onStop(Observation.Context context) {
      names.add(context.getName());
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }
}
