// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Retriever;
import org.isogloss.core.contract.RetrieverContractTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EngineRetrieverContractTest extends RetrieverContractTest {
  private SearchEngine engine;

  @BeforeAll
  void open(@TempDir Path temporary) {
    engine =
        SearchEngine.at(temporary.resolve("index"))
            .encoder("trigrams", new TestEncoder())
            .reranker("shortest", TestScorer.shortestFirst())
            .openOrCreate();
    engine.index(TestDocuments.all());
  }

  @AfterAll
  void close() {
    engine.close();
  }

  @Override
  protected Retriever retriever() {
    return engine.retriever(
        Pipeline.parse("{bm25, dense}fair >> rerank(shortest, first=3)"), ResultUnit.DOCUMENT);
  }

  @Override
  protected List<Query> known() {
    return List.of(
        new Query("q1", Language.of("en"), "Where does the cat sleep?"),
        Query.of("Katze im Garten"),
        Query.of("кошка"));
  }
}
