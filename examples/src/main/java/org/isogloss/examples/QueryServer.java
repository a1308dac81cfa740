// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.Searcher;
import org.isogloss.client.IsoglossClient;
import org.isogloss.core.Document;
import org.isogloss.server.SearchServer;

/** Adds documents to the index of a server and searches it over HTTP. */
public final class QueryServer {
  private QueryServer() {}

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args).resolve("served");
    try (SearchServer server =
        SearchServer.builder()
            .index("library", folder)
            .createMissingIndexes(true)
            .model("tiny")
            .port(0)
            .start()) {
      query("http://localhost:" + server.port());
    }
  }

  private static void query(String url) {
    try (IsoglossClient client = IsoglossClient.connect(url)) {
      Searcher library = client.index("library");
      List<PutOutcome> outcomes =
          library.putAll(
              List.of(
                  story("roof-fr", "fr", "Le chat dort sur le toit chaud de la maison."),
                  story("roof-es", "es", "El gato duerme en el tejado caliente de la casa."),
                  story("roof-de", "de", " ")));
      for (PutOutcome outcome : outcomes) {
        outcome
            .rejection()
            .ifPresent(
                rejection -> System.out.println(outcome.position() + ": " + rejection.detail()));
      }
      SearchRequest request =
          SearchRequest.of("where does the cat sleep")
              .withLanguages("fr", "es")
              .withFilter("category = \"story\"")
              .withTop(1);
      for (SearchResult result : library.search(request)) {
        System.out.println(result.passage().documentId() + ": " + result.passage().text());
      }
    }
  }

  private static Document story(String id, String language, String text) {
    return Document.of(id, text).withLanguage(language).withField("category", "story");
  }
}
