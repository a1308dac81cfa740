// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Query;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.Judgement;
import org.isogloss.data.collection.LinkedDocument;

/**
 * Builds a test collection from pages that exist in several languages: what a page is called in one
 * language, or how it is described there, is a query for the page in another language.
 *
 * <p>A query is unambiguous: no other page has the same one in its language, and the page itself
 * does not have it in another language, as untranslated names do. Where a page is in one language
 * only, that of its query is another one. Pages with equal text, and pages in one language, are
 * left out. All choices depend only on the pages and the seed.
 */
public final class PageCollectionBuilder {
  private final PageQueryOptions options;
  private final Map<String, SortedMap<String, Version>> pages = new LinkedHashMap<>();
  private final Map<String, Integer> asked = new HashMap<>();

  /**
   * A page in a language.
   *
   * @param document as it is searched
   * @param query what may be asked
   */
  private record Version(Document document, Optional<String> query) {}

  public PageCollectionBuilder(PageQueryOptions options) {
    this.options = options;
  }

  /**
   * Adds documents; those that share their first link are a page.
   *
   * @throws IsoglossException if a page has two documents in a language
   */
  public void add(Iterator<LinkedDocument> documents) {
    while (documents.hasNext()) {
      LinkedDocument linked = documents.next();
      Document document = linked.document();
      Optional<String> query =
          options
              .queryField()
              .map(field -> document.metadata().find(field).map(PageCollectionBuilder::text))
              .orElse(Optional.of(document.title()))
              .map(String::strip)
              .filter(text -> !text.isEmpty());
      Document searched =
          new Document(document.id(), document.language(), document.title(), document.text());
      for (String link : linked.links().stream().sorted().limit(1).toList()) {
        Version earlier =
            pages
                .computeIfAbsent(link, key -> new TreeMap<>())
                .putIfAbsent(document.language().tag(), new Version(searched, query));
        if (earlier != null) {
          throw new IsoglossException(
              "the documents "
                  + earlier.document().id()
                  + " and "
                  + document.id()
                  + " have the link "
                  + link
                  + " and the language "
                  + document.language().tag()
                  + ", expected one document of a page in each language: check the values of the"
                  + " links");
        }
        query.ifPresent(text -> asked.merge(key(document.language().tag(), text), 1, Integer::sum));
      }
    }
  }

  private static String text(MetadataValue value) {
    return value instanceof MetadataValue.StringValue string ? string.value() : "";
  }

  private static String key(String language, String query) {
    return language + "\t" + query.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the collection.
   *
   * @throws IsoglossException if it has no query
   */
  public TestCollection build() {
    List<Document> documents = new ArrayList<>();
    List<Query> queries = new ArrayList<>();
    List<Judgement> judgements = new ArrayList<>();
    for (String link : chosenPages()) {
      SortedMap<String, Version> versions = pages.get(link);
      SortedMap<String, Version> searched = new TreeMap<>(versions);
      if (!options.translations()) {
        String language = choose(List.copyOf(versions.keySet()), "document", link);
        searched.keySet().retainAll(Set.of(language));
      }
      searched.values().forEach(version -> documents.add(version.document()));
      List<Query> possible = queries(link, versions, searched.keySet());
      if (!possible.isEmpty()) {
        Query query = choose(possible, "query", link);
        queries.add(query);
        searched
            .values()
            .forEach(
                version -> judgements.add(new Judgement(query.id(), version.document().id(), 1)));
      }
    }
    if (queries.isEmpty()) {
      throw new IsoglossException(
          pages.size()
              + " pages have no query in a language other than that of a document, expected "
              + options.queryField().map(field -> "a field \"" + field + "\"").orElse("titles")
              + " of pages in several languages");
    }
    return new TestCollection("pages", documents, queries, judgements);
  }

  /** The links of pages in several languages with different texts, in random order. */
  private List<String> chosenPages() {
    Set<String> texts = new HashSet<>();
    return pages.entrySet().stream()
        .filter(page -> page.getValue().size() > 1)
        .sorted(
            Comparator.comparingLong(page -> SeededHash.of(options.seed(), "page", page.getKey())))
        .filter(
            page -> {
              List<String> own =
                  page.getValue().values().stream()
                      .map(version -> version.document().text())
                      .toList();
              return own.stream().noneMatch(texts::contains) && texts.addAll(own);
            })
        .limit(options.maxPages())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The queries for a page: in any language if there are translations, otherwise in another. */
  private List<Query> queries(
      String link, SortedMap<String, Version> versions, Set<String> searched) {
    List<Query> queries = new ArrayList<>();
    versions.forEach(
        (language, version) -> {
          if (!options.translations() && searched.contains(language)) {
            return;
          }
          version
              .query()
              .filter(text -> asked.get(key(language, text)) == 1)
              .filter(text -> isTranslated(text, language, versions))
              .flatMap(
                  text ->
                      options
                          .typing()
                          .type(text, SeededHash.of(options.seed(), "typing", language, link)))
              .ifPresent(
                  text ->
                      queries.add(
                          new Query(version.document().id(), version.document().language(), text)));
        });
    return queries;
  }

  private static boolean isTranslated(
      String text, String language, SortedMap<String, Version> versions) {
    return versions.entrySet().stream()
        .filter(other -> !other.getKey().equals(language))
        .flatMap(other -> other.getValue().query().stream())
        .noneMatch(text::equalsIgnoreCase);
  }

  private <T> T choose(List<T> from, String purpose, String link) {
    return from.get(
        (int) Long.remainderUnsigned(SeededHash.of(options.seed(), purpose, link), from.size()));
  }
}
