// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.List;
import java.util.Optional;
import org.isogloss.api.SearchRequest;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.search.QueryLimit;
import org.isogloss.text.language.LanguageIdentification;

/**
 * Prepares queries for a search: a romanized one is written in the script of its language, and the
 * language of one that states none is identified.
 */
record QueryReader(QueryTransliterator transliterator) {
  SearchRequest read(SearchRequest request, Commit commit) {
    Query restored = transliterator.restore(request.query(), commit);
    SearchRequest read = restored.equals(request.query()) ? request : request.withQuery(restored);
    return find(restored, request.preferredLanguages(), commit)
        .map(found -> read.withIdentifiedLanguage(found.language(), found.confidence()))
        .orElse(read);
  }

  List<Query> readAll(List<Query> queries, Commit commit) {
    return queries.stream().map(query -> read(query, commit)).toList();
  }

  Query read(Query query, Commit commit) {
    Query restored = transliterator.restore(query, commit);
    return find(restored, List.of(), commit)
        .map(found -> new Query(restored.id(), found.language(), restored.text()))
        .orElse(restored);
  }

  /** Reads a query that is compared with texts outside the index. */
  Query read(Query query) {
    return transliterator.restore(query);
  }

  private static Optional<LanguageIdentification> find(
      Query query, List<LanguageRange> preferred, Commit commit) {
    if (!query.language().isUndetermined()) {
      return Optional.empty();
    }
    String searched = QueryLimit.truncate(query).text();
    return commit
        .languageIdentifier(preferred)
        .flatMap(identifier -> QueryLanguage.find(identifier, searched));
  }
}
