// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.client;

import io.micrometer.observation.ObservationRegistry;
import org.isogloss.api.Searcher;
import org.isogloss.client.IsoglossClient;
import org.isogloss.client.RemoteIndex;
import org.isogloss.core.IsoglossException;
import org.isogloss.springai.IsoglossEmbeddingModel;
import org.isogloss.springai.IsoglossVectorStore;
import org.isogloss.springai.RemoteEmbeddingModels;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.observation.DefaultEmbeddingModelObservationConvention;
import org.springframework.ai.embedding.observation.EmbeddingModelObservationConvention;
import org.springframework.ai.model.SpringAIModelProperties;
import org.springframework.ai.vectorstore.SpringAIVectorStoreTypes;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.observation.VectorStoreObservationConvention;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Creates the beans of an Isogloss server, each unless the application has its own:
 *
 * <ul>
 *   <li>an {@link IsoglossClient} of the server {@code isogloss.url}, if it is set;
 *   <li>a {@link Searcher}, the index {@code isogloss.index} of the server;
 *   <li>an {@link EmbeddingModel}, that of the server, unless {@code spring.ai.model.embedding}
 *       names another model;
 *   <li>a {@link VectorStore} on the index, unless {@code spring.ai.vectorstore.type} names another
 *       store.
 * </ul>
 *
 * <p>The beans are closed with the application context.
 */
@AutoConfiguration
@EnableConfigurationProperties(IsoglossClientProperties.class)
public final class IsoglossClientAutoConfiguration {
  private static final String ISOGLOSS = "isogloss";

  IsoglossClientAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnText("isogloss.url")
  IsoglossClient isoglossClient(IsoglossClientProperties properties) {
    return properties.client();
  }

  @Bean
  @ConditionalOnBean(IsoglossClient.class)
  @ConditionalOnMissingBean(Searcher.class)
  RemoteIndex isoglossRemoteIndex(IsoglossClientProperties properties, IsoglossClient client) {
    return properties.index(client);
  }

  @Bean
  @ConditionalOnBean({IsoglossClient.class, RemoteIndex.class})
  @ConditionalOnMissingBean(EmbeddingModel.class)
  @ConditionalOnProperty(
      name = SpringAIModelProperties.EMBEDDING_MODEL,
      havingValue = ISOGLOSS,
      matchIfMissing = true)
  IsoglossEmbeddingModel isoglossRemoteEmbeddingModel(
      IsoglossClientProperties properties,
      IsoglossClient client,
      RemoteIndex index,
      ObjectProvider<ObservationRegistry> registry,
      ObjectProvider<EmbeddingModelObservationConvention> convention) {
    String model = properties.model().isEmpty() ? modelOf(index) : properties.model();
    return RemoteEmbeddingModels.of(client, model)
        .withObservations(
            registry.getIfUnique(() -> ObservationRegistry.NOOP),
            convention.getIfAvailable(DefaultEmbeddingModelObservationConvention::new));
  }

  private static String modelOf(RemoteIndex index) {
    return index
        .describe()
        .model()
        .orElseThrow(
            () ->
                new IsoglossException(
                    "the index of the server has no model, expected an index with vectors; name"
                        + " another index in isogloss.index"));
  }

  @Bean
  @ConditionalOnBean({IsoglossClient.class, RemoteIndex.class})
  @ConditionalOnMissingBean(VectorStore.class)
  @ConditionalOnProperty(
      name = SpringAIVectorStoreTypes.TYPE,
      havingValue = ISOGLOSS,
      matchIfMissing = true)
  IsoglossVectorStore isoglossRemoteVectorStore(
      IsoglossClientProperties properties,
      IsoglossClient client,
      RemoteIndex index,
      ObjectProvider<ObservationRegistry> registry,
      ObjectProvider<VectorStoreObservationConvention> convention) {
    IsoglossVectorStore.Builder store =
        IsoglossVectorStore.builder(index, RemoteEmbeddingModels.of(client, modelOf(index)));
    if (!properties.pipeline().isEmpty()) {
      store.pipeline(properties.pipeline());
    }
    return store
        .observationRegistry(registry.getIfUnique(() -> ObservationRegistry.NOOP))
        .customObservationConvention(convention.getIfAvailable())
        .build();
  }
}
