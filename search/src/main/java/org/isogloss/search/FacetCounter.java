// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.api.FacetCount;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.search.filter.FilterFields;
import org.isogloss.search.index.MetadataFields;
import org.isogloss.search.reader.IndexSnapshot;

/** Counts the values of fields in the documents of a ranking. */
final class FacetCounter {
  private final IndexSnapshot snapshot;
  private final FilterFields fields;

  FacetCounter(IndexSnapshot snapshot) {
    this.snapshot = snapshot;
    this.fields = new FilterFields(snapshot.fieldTypes());
  }

  /**
   * Returns the counts of each field, in descending order; ties are ordered by value. A document
   * with a list counts for each of its values.
   *
   * @throws org.isogloss.core.IsoglossException if the index does not have a field
   */
  SequencedMap<String, List<FacetCount>> count(Ranking ranking, Collection<String> names) {
    SequencedMap<String, Map<String, Long>> counts = new LinkedHashMap<>();
    for (String name : names) {
      fields.require(name);
      counts.put(name, new HashMap<>());
    }
    Set<String> documents = new LinkedHashSet<>();
    ranking.hits().stream().map(Hit::documentId).forEach(documents::add);
    Map<String, Metadata> metadata = snapshot.stored().metadata(documents);
    Map<String, String> languages =
        counts.containsKey(Filter.LANGUAGE)
            ? snapshot.stored().documentLanguages(documents)
            : Map.of();
    for (String document : documents) {
      counts.forEach(
          (name, ofField) ->
              values(
                      document,
                      Optional.ofNullable(languages.get(document)),
                      metadata.getOrDefault(document, Metadata.EMPTY),
                      name)
                  .forEach(value -> ofField.merge(value, 1L, Long::sum)));
    }
    SequencedMap<String, List<FacetCount>> facets = new LinkedHashMap<>();
    counts.forEach((name, ofField) -> facets.put(name, ordered(ofField)));
    return facets;
  }

  private static Set<String> values(
      String document, Optional<String> language, Metadata metadata, String name) {
    Set<String> values = new LinkedHashSet<>();
    switch (name) {
      case Filter.ID -> values.add(document);
      case Filter.LANGUAGE -> language.ifPresent(values::add);
      default ->
          metadata.find(name).map(MetadataValue::elements).orElse(List.of()).stream()
              .map(MetadataValue::toString)
              .filter(value -> value.length() <= MetadataFields.MAX_INDEXED)
              .forEach(values::add);
    }
    return values;
  }

  private static List<FacetCount> ordered(Map<String, Long> counts) {
    List<FacetCount> ordered = new ArrayList<>();
    counts.forEach((value, documents) -> ordered.add(new FacetCount(value, documents)));
    ordered.sort(
        Comparator.comparingLong(FacetCount::documents)
            .reversed()
            .thenComparing(FacetCount::value));
    return List.copyOf(ordered);
  }
}
