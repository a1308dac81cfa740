// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

/** A connection that several open states of an index share; closed with the last of them. */
final class SharedCollection {
  private final SolrCollection collection;
  private int users = 1;

  SharedCollection(SolrCollection collection) {
    this.collection = collection;
  }

  SolrCollection get() {
    return collection;
  }

  synchronized SharedCollection share() {
    users++;
    return this;
  }

  void release() {
    boolean last;
    synchronized (this) {
      last = --users == 0;
    }
    if (last) {
      collection.close();
    }
  }
}
