// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Indexes multilingual collections and answers queries in any of their languages. */
module org.isogloss.search {
  requires transitive org.isogloss.api;
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.data;
  requires transitive org.isogloss.text;
  requires com.fasterxml.jackson.databind;
  requires com.ibm.icu;
  requires transitive org.apache.lucene.core;
  requires org.apache.lucene.analysis.common;
  requires org.apache.lucene.analysis.icu;
  requires org.apache.lucene.analysis.kuromoji;
  requires org.apache.lucene.analysis.nori;
  requires org.apache.lucene.analysis.stempel;
  requires org.isogloss.lexical;

  exports org.isogloss.search;
  exports org.isogloss.search.analysis to
      org.isogloss.benchmarks,
      org.isogloss.cli,
      org.isogloss.engine,
      org.isogloss.solr,
      org.isogloss.spark;
  exports org.isogloss.search.explain;
  exports org.isogloss.search.filter;
  exports org.isogloss.search.index to
      org.isogloss.solr,
      org.isogloss.spark;
  exports org.isogloss.search.links;
  exports org.isogloss.search.manifest;
  exports org.isogloss.search.pipeline;
  exports org.isogloss.search.reader to
      org.isogloss.solr;
  exports org.isogloss.search.relevance;
  exports org.isogloss.search.rules;
  exports org.isogloss.search.storage;
  exports org.isogloss.search.validation;
  exports org.isogloss.search.vector to
      org.isogloss.solr;
  exports org.isogloss.search.writer to
      org.isogloss.solr,
      org.isogloss.spark;

  uses org.isogloss.search.storage.IndexLocationProvider;
}
