// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.EmbeddingStoreWithFilteringIT;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The tests of LangChain4j for every embedding store that filters. */
class EmbeddingStoreContractTest extends EmbeddingStoreWithFilteringIT {
  private static IsoglossEmbeddingModel model;

  @TempDir Path folder;
  private IsoglossEmbeddingStore store;

  @BeforeAll
  static void openModel() {
    model = TestModels.tiny();
  }

  @AfterAll
  static void closeModel() {
    model.close();
  }

  @Override
  protected void ensureStoreIsReady() {
    store = IsoglossEmbeddingStore.open(folder, model);
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  @Override
  protected EmbeddingStore<TextSegment> embeddingStore() {
    return store;
  }

  @Override
  protected EmbeddingModel embeddingModel() {
    return model;
  }
}
