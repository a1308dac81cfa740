// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import java.io.IOException;
import java.nio.file.Path;
import org.isogloss.client.IsoglossClient;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.langchain4j.IsoglossContentRetriever;
import org.isogloss.server.SearchServer;

/** Retrieves contents for prompts of LangChain4j from the index of a server. */
public final class RemoteRetrieval {
  private RemoteRetrieval() {}

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args).resolve("remote");
    try (SearchServer server =
        SearchServer.builder()
            .index("articles", folder)
            .createMissingIndexes(true)
            .model("tiny")
            .port(0)
            .start()) {
      retrieve("http://localhost:" + server.port());
    }
  }

  private static void retrieve(String url) {
    try (IsoglossClient client = IsoglossClient.connect(url)) {
      client
          .index("articles")
          .put(new Document("de-1", Language.of("de"), "Warschau", "Es wurde um 1300 gegründet."));
      ContentRetriever retriever =
          IsoglossContentRetriever.builder(client.index("articles")).languages("de", "pl").build();
      for (Content content : retriever.retrieve(Query.from("When was Warsaw founded?"))) {
        System.out.println(content.textSegment().text());
      }
    }
  }
}
