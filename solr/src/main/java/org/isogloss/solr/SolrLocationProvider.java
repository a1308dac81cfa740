// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.storage.IndexLocationProvider;

/** Finds the indexes of addresses that begin with {@code solr:}. */
public final class SolrLocationProvider implements IndexLocationProvider {
  @Override
  public String scheme() {
    return SolrAddress.SCHEME;
  }

  @Override
  public IndexLocation location(String address) {
    return new SolrLocation(SolrAddress.parse(address));
  }
}
