// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.Searcher;
import org.isogloss.api.Translation;
import org.isogloss.api.contract.SearcherContract;
import org.isogloss.server.SearchServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** An index of a server, over HTTP. */
class RemoteIndexContractTest extends SearcherContract {
  @TempDir private static Path folder;
  private static SearchServer server;
  private static IsoglossClient client;

  @BeforeAll
  static void start() {
    server =
        SearchServer.builder()
            .index("animals", folder.resolve("index"))
            .createMissingIndexes(true)
            .model("tiny")
            .port(0)
            .start();
    client = IsoglossClient.connect("http://127.0.0.1:" + server.port());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Override
  public Searcher searcher() {
    return client.index();
  }

  @Override
  public List<Translation> translations(String documentId) {
    return client.index().translations(documentId);
  }
}
