// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.isogloss.api.Searcher;
import org.isogloss.client.IsoglossClient;
import org.isogloss.client.RequestFailedException;
import org.isogloss.server.SearchServer;
import org.isogloss.springai.IsoglossEmbeddingModel;
import org.isogloss.springai.IsoglossVectorStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class IsoglossClientAutoConfigurationTest {
  @TempDir private static Path folder;
  private static SearchServer server;

  @BeforeAll
  static void start() throws IOException {
    Path tokens = folder.resolve("tokens");
    Files.writeString(tokens, "write of-the-application");
    server =
        SearchServer.builder()
            .index("articles", folder.resolve("articles"))
            .createMissingIndexes(true)
            .model("tiny")
            .tokenFile(tokens)
            .port(0)
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** An application that knows the server, without classes for an index in its own process. */
  private static ApplicationContextRunner remote() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                IsoglossClientAutoConfiguration.class, IsoglossHealthAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader("org.isogloss.engine", "org.isogloss.search"))
        .withPropertyValues(
            "isogloss.url=http://localhost:" + server.port(), "isogloss.token=of-the-application");
  }

  @Test
  void springBootFindsTheConfiguration() {
    assertThat(
            ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader())
                .getCandidates())
        .contains(
            IsoglossClientAutoConfiguration.class.getName(),
            IsoglossHealthAutoConfiguration.class.getName());
  }

  @Test
  void createsAStoreAndAModelOfTheServer() {
    remote()
        .withPropertyValues("isogloss.pipeline=dense")
        .run(
            context -> {
              assertThat(context)
                  .hasSingleBean(IsoglossVectorStore.class)
                  .hasSingleBean(Searcher.class);
              VectorStore store = context.getBean(VectorStore.class);
              store.add(List.of(new Document("a", "Die Katze schläft.", Map.of())));
              assertThat(store.similaritySearch("a sleeping cat"))
                  .extracting(Document::getId)
                  .containsExactly("a");
              IsoglossEmbeddingModel model = context.getBean(IsoglossEmbeddingModel.class);
              assertThat(model.name()).isEqualTo("tiny");
              assertThat(model.embed(Collections.nCopies(600, "a cat"))).hasSize(600);
            });
  }

  @Test
  void reportsThatTheTokenIsWrong() {
    remote()
        .withPropertyValues("isogloss.index=articles", "isogloss.token=of-another")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(RequestFailedException.class)
                    .hasMessageContaining("the server replied 401"));
  }

  @Test
  void createsNothingWithoutAServer() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(IsoglossClientAutoConfiguration.class))
        .withPropertyValues("isogloss.url=")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(IsoglossClient.class)
                    .doesNotHaveBean(Searcher.class)
                    .doesNotHaveBean(EmbeddingModel.class)
                    .doesNotHaveBean(VectorStore.class));
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(IsoglossClientAutoConfiguration.class))
        .withPropertyValues("isogloss.token=secret")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("isogloss.token is set without isogloss.url"));
  }

  @Test
  void propertiesOfSpringAiSelectOthers() {
    remote()
        .withPropertyValues(
            "spring.ai.vectorstore.type=pgvector", "spring.ai.model.embedding=openai")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(Searcher.class)
                    .doesNotHaveBean(VectorStore.class)
                    .doesNotHaveBean(EmbeddingModel.class));
    remote()
        .withPropertyValues("spring.ai.model.embedding=openai")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(IsoglossVectorStore.class)
                    .doesNotHaveBean(EmbeddingModel.class));
  }

  @Test
  void reportsTheHealthOfTheServer() {
    remote()
        .run(
            context -> {
              Health health = context.getBean(HealthIndicator.class).health();
              assertThat(health.getStatus()).isEqualTo(Status.UP);
              assertThat(health.getDetails()).containsEntry("index", "articles");
            });
    remote()
        .withPropertyValues("management.health.isogloss.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    try (IsoglossClient stopped = IsoglossClient.builder("http://localhost:1").retries(0).build()) {
      Health health = new IsoglossHealthIndicator(stopped.index()).health();
      assertThat(health.getStatus()).isEqualTo(Status.DOWN);
      assertThat(health.getDetails().get("error").toString()).contains("there is no reply");
    }
  }
}
