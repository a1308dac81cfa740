// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.boot;

import java.nio.file.Path;
import java.util.Map;
import org.isogloss.client.IsoglossClient;
import org.isogloss.client.RemoteIndex;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.Models;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.SearchIndex;
import org.isogloss.api.field.FieldType;
import org.isogloss.springai.IsoglossEmbeddingModel;
import org.isogloss.springai.RemoteVectorStore;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code isogloss.*}. An empty string stands for the default.
 *
 * @param url URL of an Isogloss server, such as 'http://localhost:8080', whose index and model are
 *     used instead of ones in this process.
 * @param token Token of the server.
 * @param index Folder of the index; without it there is no vector store. With a server, the name of
 *     its index, which can be left out if there is only one.
 * @param initializeSchema Whether to create the index if the folder is missing or empty.
 * @param model Model folder, or name of a shipped model, that encodes texts. The default is the
 *     model with which the index was created, and 'compact' for a new index or without one. With a
 *     server, the name of the model that the embedding model uses.
 * @param pipeline Pipeline of searches, such as '{bm25, dense}fair'. The default is that of the
 *     index.
 * @param reranker Model folder, or name of a shipped model, of the document post-processor.
 * @param topN Maximum number of documents that the document post-processor keeps, 0 for all.
 * @param threads Number of threads that encode, index and re-rank, 0 for one per processor.
 * @param fields Types of metadata fields by name: string, number, boolean or date. The default is
 *     the type of the first value.
 */
@ConfigurationProperties(IsoglossProperties.PREFIX)
record IsoglossProperties(
    @DefaultValue("") String url,
    @DefaultValue("") String token,
    @DefaultValue("") String index,
    @DefaultValue("false") boolean initializeSchema,
    @DefaultValue("") String model,
    @DefaultValue("") String pipeline,
    @DefaultValue(IsoglossProperties.RERANKER) String reranker,
    @DefaultValue("0") int topN,
    @DefaultValue("0") int threads,
    @DefaultValue Map<String, FieldType> fields) {
  static final String PREFIX = "isogloss";

  /** The shipped re-ranker. */
  static final String RERANKER = "reranker";

  IsoglossProperties {
    requireNotNegative("top-n", topN);
    requireNotNegative("threads", threads);
    fields = Map.copyOf(fields);
    if (url.isEmpty() && !token.isEmpty()) {
      throw new IllegalArgumentException(
          "isogloss.token is set without isogloss.url: set the URL of the server, or remove it");
    }
    if (!url.isEmpty() && (initializeSchema || !fields.isEmpty())) {
      throw new IllegalArgumentException(
          "isogloss.initialize-schema and isogloss.fields are for an index in this process: with"
              + " isogloss.url, remove them");
    }
  }

  private static void requireNotNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          PREFIX + "." + name + " is " + value + ", expected 0 or more");
    }
  }

  /** The number of threads, 1 or more. */
  int effectiveThreads() {
    return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
  }

  /** The model to open without an index. */
  String modelWithoutIndex() {
    return model.isEmpty() ? Models.DEFAULT : model;
  }

  /** Returns a client of the server. */
  IsoglossClient client() {
    IsoglossClient.Builder client = IsoglossClient.builder(url);
    return token.isEmpty() ? client.build() : client.token(token).build();
  }

  /** Returns a builder of a store that is backed by the index of the server. */
  RemoteVectorStore.Builder remoteStore(IsoglossClient client) {
    RemoteVectorStore.Builder store =
        index.isEmpty()
            ? RemoteVectorStore.builder(client)
            : RemoteVectorStore.builder(client, index);
    return pipeline.isEmpty() ? store : store.pipeline(pipeline);
  }

  /** Returns the embedding model of the server: the one that is named, or that of the index. */
  IsoglossEmbeddingModel remoteModel(IsoglossClient client) {
    RemoteIndex remote = index.isEmpty() ? client.index() : client.index(index);
    return IsoglossEmbeddingModel.of(
        client,
        model.isEmpty()
            ? remote
                .describe()
                .model()
                .orElseThrow(
                    () ->
                        new IsoglossException(
                            "the index of the server has no model; set isogloss.model to one of"
                                + " the server"))
            : model);
  }

  /**
   * Opens the index, or creates it if that is allowed.
   *
   * @throws IsoglossException if there is no index and it must not be created, or it cannot be
   *     opened
   */
  SearchEngine openEngine() {
    Path folder = Path.of(index);
    EngineBuilder engine = SearchEngine.at(folder).threads(effectiveThreads()).fieldTypes(fields);
    if (!model.isEmpty()) {
      engine.model(model);
    }
    if (!pipeline.isEmpty()) {
      engine.pipeline(pipeline);
    }
    if (!initializeSchema && SearchIndex.findManifest(folder).isEmpty()) {
      throw new IsoglossException(
          folder
              + ": there is no index; set isogloss.index to the folder of one, or"
              + " isogloss.initialize-schema to true to create it");
    }
    return engine.openOrCreate();
  }
}
