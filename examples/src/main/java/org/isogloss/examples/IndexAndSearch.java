// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.engine.SearchEngine;

/** Creates an index, searches it with options, changes it, and explains a result. */
public final class IndexAndSearch {
  private IndexAndSearch() {}

  private static List<Document> documents() {
    return List.of(
        new Document("de-1", Language.of("de"), "Warschau", "Warschau wurde um 1300 gegründet."),
        new Document("pl-1", Language.of("pl"), "Warszawa", "Warszawa leży nad Wisłą."),
        new Document("en-1", Language.of("en"), "Harvard", "Harvard was founded in 1636."),
        // A document that does not declare its language: it is identified.
        new Document("fr-1", Language.UNDETERMINED, "Lyon", "Lyon est une ville de France."));
  }

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args).resolve("my-index");

    try (SearchEngine engine = SearchEngine.at(folder).model("tiny").openOrCreate()) {
      engine.index(documents());
      System.out.println(
          engine.view().documentCount()
              + " documents in "
              + engine.view().passagesByLanguage().keySet());
    }

    try (SearchEngine engine = SearchEngine.open(folder)) {
      for (SearchResult result : engine.search("wann wurde Warschau gegründet", 3)) {
        System.out.printf(
            Locale.ROOT,
            "%d. %s (%s): %s%n",
            result.rank(),
            result.hit().documentId(),
            result.passage().language().name(),
            result.snippet().text());
      }

      SearchRequest request =
          SearchRequest.of("Which city lies on the Vistula?")
              .withQueryLanguage("en")
              .withLanguages("pl", "de")
              .withPipeline("{bm25:0.4, dense:0.6}wsum")
              .withTop(2);
      SearchResults first = engine.search(request);
      SearchResults second = engine.search(request.withPage(2));
      System.out.println(first.size() + " results, then " + second.size());

      SearchResults inTime = engine.search(request.withTimeout(Duration.ofSeconds(10)));
      System.out.println(inTime.size() + " results in time");

      List<SearchRequest> requests =
          List.of(SearchRequest.of("Harvard"), SearchRequest.of("Варшава"));
      for (SearchResults results : engine.searchAll(requests)) {
        System.out.println(results.request().query().text() + ": " + results.ranking().hits());
      }

      engine.index(List.of(new Document("pl-2", Language.of("pl"), "Kraków", "Kraków to miasto.")));
      engine.delete(List.of("fr-1"));
      System.out.println("now " + engine.view().documentCount() + " documents");

      // Sees what another process has written meanwhile; here there is nothing new.
      System.out.println("newer commit: " + engine.refresh());

      SearchRequest words = SearchRequest.of("Harvard founded").withPipeline("bm25");
      SearchResult best = engine.search(words).results().getFirst();
      engine
          .explain(words, best.hit())
          .termMatches()
          .forEach(
              word -> System.out.println(word.queryWord() + " counted as " + word.passageWord()));
    }
  }
}
