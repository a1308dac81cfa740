// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.api.Facet;
import org.isogloss.api.FacetCount;
import org.isogloss.core.Hit;
import org.isogloss.search.filter.FilterFields;
import org.isogloss.search.reader.IndexSnapshot;

/** Counts the values of fields in the documents of hits. */
final class FacetCounter {
  private final IndexSnapshot snapshot;
  private final FilterFields fields;

  FacetCounter(IndexSnapshot snapshot) {
    this.snapshot = snapshot;
    this.fields = new FilterFields(snapshot.fieldTypes());
  }

  /**
   * Returns the counts of each facet. A document with a list counts for each of its values.
   *
   * @param facets in the grammar of {@link Facet}
   * @throws org.isogloss.core.IsoglossException if a facet cannot be parsed, or the index does not
   *     have its field
   */
  SequencedMap<String, List<FacetCount>> count(List<Hit> hits, Collection<String> facets) {
    SequencedMap<String, Facet> parsed = new LinkedHashMap<>();
    SequencedMap<String, FacetValues> counters = new LinkedHashMap<>();
    for (String text : facets) {
      Facet facet = Facet.parse(text);
      parsed.put(text, facet);
      counters.put(text, new FacetValues(facet, fields));
    }
    Set<String> documents = new LinkedHashSet<>();
    hits.stream().map(Hit::documentId).forEach(documents::add);
    FieldValues values =
        FieldValues.of(snapshot, documents, parsed.values().stream().map(Facet::field).toList());
    for (String document : documents) {
      counters.forEach(
          (text, counter) -> counter.count(values.of(document, parsed.get(text).field())));
    }
    SequencedMap<String, List<FacetCount>> counts = new LinkedHashMap<>();
    counters.forEach((text, counter) -> counts.put(text, counter.counts()));
    return counts;
  }
}
