// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.apache.solr.client.solrj.response.json.BucketBasedJsonFacet;
import org.apache.solr.client.solrj.response.json.BucketJsonFacet;
import org.apache.solr.client.solrj.response.json.NestableJsonFacet;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * Counts of passages over all shards.
 *
 * @param documents number of documents whose first passage matches
 * @param languages counts by language code, with the most passages first
 */
record LanguageCounts(long documents, SequencedMap<String, OfLanguage> languages) {
  private static final String FACETS =
      """
      {documents: {type: query, q: "run:*"},
       languages: {type: terms, field: language, limit: -1, facet: {
         terms: "sum(terms)", title_terms: "sum(title_terms)",
         analysed: {type: query, q: "terms:[1 TO *]"},
         titled: {type: query, q: "title_terms:[1 TO *]"}}}}
      """;

  /**
   * Counts of one language.
   *
   * @param passages number of passages
   * @param analysed number of passages with a term
   * @param terms number of terms of the passages
   * @param titled number of passages whose title has a term
   * @param titleTerms number of terms of the titles
   */
  record OfLanguage(long passages, long analysed, long terms, long titled, long titleTerms) {}

  /**
   * Counts passages.
   *
   * @param query which passages, in Solr's standard syntax
   */
  static LanguageCounts of(SolrCollection collection, String query) {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    parameters.set("q", query);
    parameters.set("fq", SolrFields.ALL_PASSAGES);
    parameters.set("rows", 0);
    parameters.set("distrib.statsCache", false);
    parameters.set("json.facet", FACETS);
    NestableJsonFacet facets = collection.query(parameters).getJsonFacetingResponse();
    SequencedMap<String, OfLanguage> languages = new LinkedHashMap<>();
    BucketBasedJsonFacet buckets = facets.getBucketBasedFacets("languages");
    if (buckets != null) {
      buckets.getBuckets().stream()
          .sorted(
              Comparator.comparing(BucketJsonFacet::getCount)
                  .reversed()
                  .thenComparing(bucket -> bucket.getVal().toString()))
          .forEach(bucket -> languages.put(bucket.getVal().toString(), counts(bucket)));
    }
    NestableJsonFacet roots = facets.getQueryFacet("documents");
    return new LanguageCounts(roots == null ? 0 : roots.getCount(), languages);
  }

  private static OfLanguage counts(BucketJsonFacet bucket) {
    return new OfLanguage(
        bucket.getCount(),
        bucket.getQueryFacet("analysed").getCount(),
        sum(bucket, "terms"),
        bucket.getQueryFacet("titled").getCount(),
        sum(bucket, "title_terms"));
  }

  private static long sum(BucketJsonFacet bucket, String name) {
    Object value = bucket.getStatValue(name);
    return value instanceof Number number ? number.longValue() : 0;
  }

  /** Number of passages. */
  long passages() {
    return languages.values().stream().mapToLong(OfLanguage::passages).sum();
  }
}
