// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.List;
import java.util.Optional;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.query.ParsedQuery;
import org.isogloss.api.query.QuerySyntax;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.core.util.Excerpt;
import org.isogloss.search.QueryLimit;
import org.isogloss.text.language.LanguageIdentification;

/**
 * Prepares queries for a search: operators become conditions of the request, a romanized query is
 * written in the script of its language, and the language of one that states none is identified.
 */
record QueryReader(QueryTransliterator transliterator) {
  SearchRequest read(SearchRequest request, Commit commit) {
    SearchRequest divided = divide(request, commit);
    Query restored = transliterator.restore(divided.query(), commit);
    SearchRequest read =
        restored.equals(divided.query())
            ? divided
            : divided
                .conditions()
                .map(found -> divided.withConditions(restored, found))
                .orElseGet(() -> divided.withQuery(restored));
    return find(restored, request.preferredLanguages(), commit)
        .map(found -> read.withIdentifiedLanguage(found.language(), found.confidence()))
        .orElse(read);
  }

  /**
   * Divides the query of a request into words and conditions, unless that was done or is not
   * wanted.
   */
  private static SearchRequest divide(SearchRequest request, Commit commit) {
    if (request.literal() || request.conditions().isPresent()) {
      return request;
    }
    Query typed = request.query();
    ParsedQuery parsed =
        QuerySyntax.parse(typed.text(), new FieldTypes(commit.index().fieldTypes()));
    Optional<Filter> conditions = parsed.filter();
    if (conditions.isEmpty()) {
      return request;
    }
    if (parsed.text().isBlank()) {
      throw new IsoglossException(
          "the query "
              + Excerpt.quote(typed.text())
              + " only restricts the documents: add a word to search for, or search for all of its"
              + " characters as text");
    }
    return request.withConditions(
        new Query(typed.id(), typed.language(), parsed.text()), conditions.get());
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
