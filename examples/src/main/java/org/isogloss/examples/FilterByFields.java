// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.engine.SearchEngine;

/** Indexes documents with fields, restricts a search by them, and counts their values. */
public final class FilterByFields {
  private FilterByFields() {}

  private static Document recipe(String id, String language, String title, String date) {
    return new Document(id, Language.of(language), title, title)
        .withMetadata(
            Metadata.EMPTY
                .with("category", MetadataValue.of("recipe"))
                .with("date", MetadataValue.of(date))
                .with("tags", MetadataValue.of("hot", "vegan")));
  }

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args).resolve("recipes");
    try (SearchEngine engine = SearchEngine.at(folder).model("tiny").openOrCreate()) {
      engine.index(
          List.of(
              recipe("de-1", "de", "Kürbissuppe", "2024-05-01"),
              recipe("fr-1", "fr", "Soupe à l'oignon", "2023-11-30"),
              new Document("en-1", Language.of("en"), "", "The soup kitchen is open.")));
      System.out.println(engine.view().fieldTypes());

      SearchRequest request =
          SearchRequest.of("soup")
              .withFilter(Filter.equal("category", "recipe").and(Filter.atLeast("date", "2024")))
              .withFacets("tags", "language");
      SearchResults results = engine.search(request);
      for (SearchResult result : results) {
        System.out.println(result.hit().documentId() + ": " + result.metadata().fields());
      }
      System.out.println(results.facets().get("tags"));

      // The same filter as a user would write it.
      SearchRequest parsed = request.withFilter("category = \"recipe\" and date >= 2024");
      System.out.println(engine.search(parsed).size() + " result");
    }
  }
}
