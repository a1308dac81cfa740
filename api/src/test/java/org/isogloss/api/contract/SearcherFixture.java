// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.SearchResults;
import org.isogloss.api.Searcher;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.Translation;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.junit.jupiter.api.BeforeEach;

/** The index of the contracts, which has three documents before every test. */
interface SearcherFixture {
  Document ENGLISH =
      Document.of("en-cat", "The cat sleeps on the warm roof.")
          .withLanguage("en")
          .withTitle("Cats")
          .withField("age", 9);

  Document GERMAN =
      Document.of("de-cat", "Die Katze schläft auf dem warmen Dach.")
          .withLanguage("de")
          .withTitle("Katzen")
          .withField("age", 9);

  Document TRAIN =
      Document.of("fr-train", "Le train pour Lyon part à huit heures.")
          .withLanguage("fr")
          .withField("age", 2)
          .withField("checked", true);

  /** Returns the index, which may have documents of former tests. */
  Searcher searcher();

  /** Returns the translations of a document by the links between documents. */
  List<Translation> translations(String documentId);

  @BeforeEach
  default void fill() {
    searcher().delete(Filter.exists(Filter.ID));
    assertThat(searcher().putAll(List.of(ENGLISH, GERMAN, TRAIN)))
        .containsExactly(
            PutOutcome.indexed(0, "en-cat"),
            PutOutcome.indexed(1, "de-cat"),
            PutOutcome.indexed(2, "fr-train"));
  }

  static List<String> ids(SearchResults results) {
    return results.stream().map(result -> result.hit().documentId()).toList();
  }

  static List<String> ids(DocumentPage page) {
    return page.documents().stream().map(StoredDocument::id).toList();
  }
}
