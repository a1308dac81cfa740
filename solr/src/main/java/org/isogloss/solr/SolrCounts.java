// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Language;
import org.isogloss.search.filter.FilterCompiler;
import org.isogloss.search.filter.IndexedText;
import org.isogloss.search.writer.IndexCounts;

/** Counts of committed documents and passages. */
final class SolrCounts implements IndexCounts {
  private static final int IDS_PER_REQUEST = 500;

  private final SolrCollection collection;
  private final LanguageCounts counts;

  SolrCounts(SolrCollection collection) {
    this.collection = collection;
    this.counts = LanguageCounts.of(collection, SolrFields.ALL_PASSAGES);
  }

  @Override
  public long documents() {
    return counts.documents();
  }

  @Override
  public long passages() {
    return counts.passages();
  }

  @Override
  public long documentsOf(long run) {
    return count(SolrFields.RUN + ":" + run);
  }

  private long count(String query) {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    parameters.set("q", query);
    parameters.set("rows", 0);
    parameters.set("distrib.statsCache", false);
    return collection.query(parameters).getResults().getNumFound();
  }

  @Override
  public long documentsOf(Collection<String> ids) {
    List<String> all = SolrFields.roots(ids);
    long found = 0;
    for (int from = 0; from < all.size(); from += IDS_PER_REQUEST) {
      ModifiableSolrParams parameters =
          SolrQueries.documents(all.subList(from, Math.min(all.size(), from + IDS_PER_REQUEST)));
      parameters.set("rows", 0);
      found += collection.query(parameters).getResults().getNumFound();
    }
    return found;
  }

  @Override
  public Set<String> documentIds(Filter filter, FieldTypes types, IndexedText text) {
    Set<String> ids = new HashSet<>();
    String query =
        new FilterCompiler<>(types, counts.languages().keySet(), text, new SolrFilterQueries())
            .compile(filter);
    SolrQueries.forEach(
        collection,
        "+" + SolrFields.ALL_PASSAGES + " +" + query,
        SolrFields.DOCUMENT,
        document -> ids.add((String) document.getFieldValue(SolrFields.DOCUMENT)));
    return ids;
  }

  @Override
  public Map<Language, Long> passagesPerLanguage() {
    Map<Language, Long> languages = new LinkedHashMap<>();
    counts.languages().forEach((code, found) -> languages.put(Language.of(code), found.passages()));
    return languages;
  }
}
