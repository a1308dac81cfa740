// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Query;

/**
 * Titles of the documents in a language as queries: those of linked pages that are in a split. A
 * title that several documents of the language have is ambiguous and no query.
 */
final class TitleQueries {
  private final Language language;
  private final List<Query> queries = new ArrayList<>();
  private final long documents;
  private long linked;
  private long repeated;
  private long empty;

  TitleQueries(Language language, LinkedPages pages, PageSplits splits, DocumentIndex index) {
    this.language = language;
    this.documents = pages.documents(language).size();
    for (String id : pages.documents(language)) {
      if (!pages.isLinked(id)) {
        continue;
      }
      linked++;
      if (splits.of(pages.link(id)).isEmpty()) {
        continue;
      }
      String title = index.document(id).title().strip();
      if (title.isEmpty()) {
        empty++;
      } else if (pages.isRepeatedTitle(language, title)) {
        repeated++;
      } else {
        queries.add(new Query(id, language, title));
      }
    }
  }

  Language language() {
    return language;
  }

  /** The queries, each with the id of the document whose title it is. */
  List<Query> queries() {
    return queries;
  }

  /** Counts a query without search terms, which finds nothing. */
  void countWithoutTerms() {
    empty++;
  }

  LanguageStatistics statistics() {
    return new LanguageStatistics(language, documents, linked, repeated, empty);
  }
}
