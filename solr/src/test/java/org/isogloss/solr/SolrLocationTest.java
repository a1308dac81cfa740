// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.io.IOException;
import java.nio.file.Path;
import org.isogloss.search.contract.IndexLocationContract;
import org.isogloss.search.storage.IndexLocation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class SolrLocationTest extends IndexLocationContract {
  @TempDir private static Path folder;
  private static ClusterProcess cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = ClusterProcess.start(folder, 1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Override
  protected IndexLocation location(String name) {
    return cluster.location(name + "?shards=2");
  }
}
