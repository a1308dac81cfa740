// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.FacetCount;
import org.isogloss.api.ListRequest;
import org.isogloss.api.NothingFound;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.search.SearchIndex;

/**
 * What restricts the documents of a search.
 *
 * @param languages whether it is restricted to languages
 * @param fields the fields of its filter that the index has
 */
record Restrictions(boolean languages, Set<String> fields) {
  /** Maximum number of documents whose values are counted. */
  private static final int SAMPLE = 1_000;

  static Restrictions of(SearchRequest request, SearchIndex index) {
    Set<String> fields = new LinkedHashSet<>();
    request.effectiveFilter().ifPresent(filter -> collectFields(filter, fields));
    boolean languages = fields.remove(Filter.LANGUAGE) || !request.languages().isEmpty();
    fields.retainAll(index.fieldTypes().keySet());
    return new Restrictions(languages, fields);
  }

  private static void collectFields(Filter filter, Set<String> fields) {
    switch (filter) {
      case Filter.Comparison comparison -> fields.add(comparison.field());
      case Filter.OneOf choice -> fields.add(choice.field());
      case Filter.Exists existence -> fields.add(existence.field());
      case Filter.And all -> all.filters().forEach(one -> collectFields(one, fields));
      case Filter.Or any -> any.filters().forEach(one -> collectFields(one, fields));
      case Filter.Not negation -> collectFields(negation.filter(), fields);
      case Filter.Contains words -> {}
      case Filter.ContainsPrefix prefix -> {}
    }
  }

  /** Returns what the index has beyond the restrictions. */
  NothingFound explain(SearchIndex index) {
    List<StoredDocument> sample = fields.isEmpty() ? List.of() : sample(index).documents();
    SequencedMap<String, List<FacetCount>> values = new LinkedHashMap<>();
    fields.forEach(field -> values.put(field, values(field, sample)));
    return new NothingFound(
        index.documentCount(),
        fields.isEmpty() ? index.documentCount() : sample.size(),
        languages ? passages(index) : new LinkedHashMap<>(),
        values);
  }

  private DocumentPage sample(SearchIndex index) {
    return index.list(
        ListRequest.all()
            .withTexts(false)
            .withFields(fields.toArray(String[]::new))
            .withTop(SAMPLE));
  }

  private static SequencedMap<Language, Long> passages(SearchIndex index) {
    SequencedMap<Language, Long> sorted = new LinkedHashMap<>();
    index.passagesPerLanguage().entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  private static List<FacetCount> values(String field, List<StoredDocument> documents) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (StoredDocument document : documents) {
      values(document.metadata().fields().get(field))
          .distinct()
          .forEach(value -> counts.merge(value, 1L, Long::sum));
    }
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(NothingFound.MAX_VALUES)
        .map(entry -> new FacetCount(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static Stream<String> values(MetadataValue value) {
    return switch (value) {
      case null -> Stream.empty();
      case MetadataValue.ListValue list -> list.values().stream().map(MetadataValue::toString);
      default -> Stream.of(value.toString());
    };
  }
}
