// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
import org.isogloss.search.storage.IndexLocationProvider;
import org.isogloss.solr.SolrLocationProvider;

/** Indexes in SolrCloud. */
module org.isogloss.solr {
  requires com.fasterxml.jackson.databind;
  requires org.apache.lucene.analysis.common;
  requires org.apache.lucene.core;
  requires org.isogloss.core;
  requires transitive org.isogloss.search;

  exports org.isogloss.solr;

  provides IndexLocationProvider with
      SolrLocationProvider;
}
