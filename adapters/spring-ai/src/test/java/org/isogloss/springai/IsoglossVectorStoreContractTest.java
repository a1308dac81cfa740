// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.test.vectorstore.BaseVectorStoreTests;
import org.springframework.ai.vectorstore.VectorStore;

/** The tests of Spring AI for every vector store, on the model {@code tiny}. */
class IsoglossVectorStoreContractTest extends BaseVectorStoreTests {
  @TempDir Path folder;

  @Override
  protected void executeTest(Consumer<VectorStore> test) {
    try (SearchEngine engine = SearchEngine.at(folder).model("tiny").openOrCreate()) {
      test.accept(IsoglossVectorStore.builder(engine, LocalEmbeddingModels.of(engine)).build());
    }
  }
}
