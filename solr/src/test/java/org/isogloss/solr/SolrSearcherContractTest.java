// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.Searcher;
import org.isogloss.api.Translation;
import org.isogloss.api.contract.SearcherContract;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** An engine on a collection of SolrCloud. */
class SolrSearcherContractTest extends SearcherContract {
  @TempDir private static Path folder;
  private static ClusterProcess cluster;
  private static SearchEngine engine;

  @BeforeAll
  static void start() throws IOException {
    cluster = ClusterProcess.start(folder, 1);
    engine = SearchEngine.at(cluster.location("animals?shards=2")).model("tiny").openOrCreate();
  }

  @AfterAll
  static void stop() {
    engine.close();
    cluster.close();
  }

  @Override
  public Searcher searcher() {
    return engine;
  }

  @Override
  public List<Translation> translations(String documentId) {
    return engine.view().translations(documentId);
  }
}
