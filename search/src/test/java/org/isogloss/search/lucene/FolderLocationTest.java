// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import org.isogloss.search.contract.IndexLocationContract;
import org.isogloss.search.storage.IndexLocation;

class FolderLocationTest extends IndexLocationContract {
  @Override
  protected IndexLocation location(String name) {
    return new FolderLocation(temporary.resolve(name));
  }
}
