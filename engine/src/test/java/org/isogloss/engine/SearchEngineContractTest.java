// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.nio.file.Path;
import org.isogloss.api.Searcher;
import org.isogloss.api.contract.SearcherContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** An engine on an index in a folder. */
class SearchEngineContractTest extends SearcherContract {
  @TempDir private static Path folder;
  private static SearchEngine engine;

  @BeforeAll
  static void open() {
    engine = SearchEngine.at(folder.resolve("index")).model("tiny").openOrCreate();
  }

  @AfterAll
  static void close() {
    engine.close();
  }

  @Override
  protected Searcher searcher() {
    return engine;
  }
}
