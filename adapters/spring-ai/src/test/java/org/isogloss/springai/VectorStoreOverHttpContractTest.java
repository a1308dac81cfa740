// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.isogloss.api.filter.Filter;
import org.isogloss.client.IsoglossClient;
import org.isogloss.server.SearchServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.test.vectorstore.BaseVectorStoreTests;
import org.springframework.ai.vectorstore.VectorStore;

/** The tests of Spring AI for every vector store, over HTTP. */
class VectorStoreOverHttpContractTest extends BaseVectorStoreTests {
  @TempDir private static Path folder;
  private static SearchServer server;

  @BeforeAll
  static void serve() {
    server =
        SearchServer.builder()
            .index("articles", folder)
            .createMissingIndexes(true)
            .model("tiny")
            .port(0)
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected void executeTest(Consumer<VectorStore> test) {
    try (IsoglossClient client = IsoglossClient.connect("http://localhost:" + server.port())) {
      client.index().delete(Filter.exists("id"));
      test.accept(
          IsoglossVectorStore.builder(client.index(), RemoteEmbeddingModels.of(client, "tiny"))
              .build());
    }
  }
}
