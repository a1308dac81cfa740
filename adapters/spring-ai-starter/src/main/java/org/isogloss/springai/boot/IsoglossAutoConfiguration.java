// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.boot;

import io.micrometer.observation.ObservationRegistry;
import org.isogloss.client.IsoglossClient;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.engine.SearchEngine;
import org.isogloss.springai.IsoglossDocumentPostProcessor;
import org.isogloss.springai.IsoglossEmbeddingModel;
import org.isogloss.springai.IsoglossVectorStore;
import org.isogloss.springai.LocalEmbeddingModels;
import org.isogloss.springai.client.ConditionalOnText;
import org.isogloss.springai.client.IsoglossClientAutoConfiguration;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.observation.DefaultEmbeddingModelObservationConvention;
import org.springframework.ai.embedding.observation.EmbeddingModelObservationConvention;
import org.springframework.ai.model.SpringAIModelProperties;
import org.springframework.ai.rag.postretrieval.document.DocumentPostProcessor;
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
import org.springframework.context.annotation.Lazy;

/**
 * Creates the beans of Isogloss, each unless the application has its own:
 *
 * <ul>
 *   <li>a {@link SearchEngine} on the index in the folder {@code isogloss.index}, if it is set and
 *       {@code isogloss.url} is not;
 *   <li>a {@link VectorStore} on the engine, unless {@code spring.ai.vectorstore.type} names
 *       another store;
 *   <li>an {@link EmbeddingModel}, that of the engine if there is one, unless {@code
 *       spring.ai.model.embedding} names another model;
 *   <li>a {@link DocumentPostProcessor}, whose re-ranker is opened when the bean is first used.
 * </ul>
 *
 * <p>With {@code isogloss.url}, {@link IsoglossClientAutoConfiguration} creates the beans of a
 * server first. The beans are closed with the application context.
 */
@AutoConfiguration(after = IsoglossClientAutoConfiguration.class)
@EnableConfigurationProperties(IsoglossProperties.class)
public final class IsoglossAutoConfiguration {
  private static final String ISOGLOSS = "isogloss";

  IsoglossAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean({SearchEngine.class, IsoglossClient.class})
  @ConditionalOnText("isogloss.index")
  SearchEngine isoglossSearchEngine(IsoglossProperties properties) {
    return properties.openEngine();
  }

  @Bean
  @ConditionalOnMissingBean(EmbeddingModel.class)
  @ConditionalOnProperty(
      name = SpringAIModelProperties.EMBEDDING_MODEL,
      havingValue = ISOGLOSS,
      matchIfMissing = true)
  IsoglossEmbeddingModel isoglossEmbeddingModel(
      IsoglossProperties properties,
      ObjectProvider<SearchEngine> engine,
      ObjectProvider<ObservationRegistry> registry,
      ObjectProvider<EmbeddingModelObservationConvention> convention) {
    SearchEngine shared = engine.getIfAvailable();
    IsoglossEmbeddingModel model =
        shared == null
            ? LocalEmbeddingModels.open(properties.modelWithoutIndex(), properties.inference())
            : LocalEmbeddingModels.of(shared);
    return model.withObservations(
        registry.getIfUnique(() -> ObservationRegistry.NOOP),
        convention.getIfAvailable(DefaultEmbeddingModelObservationConvention::new));
  }

  @Bean
  @ConditionalOnBean(SearchEngine.class)
  @ConditionalOnMissingBean(VectorStore.class)
  @ConditionalOnProperty(
      name = SpringAIVectorStoreTypes.TYPE,
      havingValue = ISOGLOSS,
      matchIfMissing = true)
  IsoglossVectorStore vectorStore(
      SearchEngine engine,
      ObjectProvider<ObservationRegistry> registry,
      ObjectProvider<VectorStoreObservationConvention> convention) {
    return IsoglossVectorStore.builder(engine, LocalEmbeddingModels.of(engine))
        .observationRegistry(registry.getIfUnique(() -> ObservationRegistry.NOOP))
        .customObservationConvention(convention.getIfAvailable())
        .build();
  }

  @Bean
  @Lazy
  @ConditionalOnMissingBean(DocumentPostProcessor.class)
  IsoglossDocumentPostProcessor isoglossDocumentPostProcessor(
      IsoglossProperties properties, ObjectProvider<SearchEngine> engine) {
    SearchEngine shared = engine.getIfAvailable();
    IsoglossDocumentPostProcessor all =
        shared == null
            ? IsoglossDocumentPostProcessor.open(properties.reranker(), properties.inference())
            : IsoglossDocumentPostProcessor.of(reranker(shared, properties.reranker()));
    return properties.topN() == 0 ? all : all.withTopN(properties.topN());
  }

  /** Returns the re-ranker of an engine, which its pipelines may already have opened. */
  private static PairScorer reranker(SearchEngine engine, String name) {
    return engine
        .models()
        .reranker(name)
        .orElseThrow(
            () ->
                new IsoglossException(
                    "no re-ranker \""
                        + name
                        + "\" is on the class path; add isogloss-model-reranker, or set"
                        + " isogloss.reranker to the folder of one"));
  }
}
