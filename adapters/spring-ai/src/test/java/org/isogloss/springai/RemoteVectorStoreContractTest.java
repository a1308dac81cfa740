// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.isogloss.client.IsoglossClient;
import org.isogloss.server.SearchServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.test.vectorstore.BaseVectorStoreTests;
import org.springframework.ai.vectorstore.VectorStore;

/** The tests of Spring AI for every vector store, over HTTP. */
class RemoteVectorStoreContractTest extends BaseVectorStoreTests {
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
    try (IsoglossClient client =
        IsoglossClient.builder("http://localhost:" + server.port()).build()) {
      client.index().deleteMatching("id exists");
      test.accept(RemoteVectorStore.builder(client).build());
    }
  }
}
