// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.Explanation;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine with default options: the default model and its re-ranker. */
class DefaultEngineTest {
  @TempDir Path folder;

  @Test
  void storesNoTokenVectorsIfAskedNotTo() {
    try (SearchEngine engine =
        SearchEngine.at(folder.resolve("index")).tokenVectors(Models.NONE).openOrCreate()) {
      assertThat(engine.defaultPipeline())
          .hasToString("{bm25, dense}fair >> rerank(weight=0.75, first=20)");
      assertThat(engine.view().manifest().tokenVectors()).isEmpty();
      assertThat(engine.view().manifest().vectors().sentences()).isTrue();
    }
  }

  @Test
  void createsIndexesAndSearches() {
    Path index = folder.resolve("index");
    try (SearchEngine engine = SearchEngine.openOrCreate(index)) {
      assertThat(engine.models().encoderName()).contains("compact");
      assertThat(engine.defaultPipeline())
          .hasToString(
              "{bm25, dense}fair >> rerank(weight=0.8, first=100) >> lead(weight=0.3) >>"
                  + " translations(complete=5, margin=0.6)");
      assertThat(engine.view().manifest().tokenVectors().orElseThrow().pooled()).isTrue();
      assertThat(engine.view().manifest().vectors().sentences()).isFalse();
      engine.index(TestDocuments.all());
    }
    try (SearchEngine engine = SearchEngine.open(index)) {
      SearchResults results = engine.search("where does the cat sleep", 4);
      assertThat(results.stream().map(result -> result.hit().documentId()))
          .containsExactlyInAnyOrder("en-cat", "de-cat", "fr-cat", "ru-cat");
      assertThat(
              engine
                  .models()
                  .rerank("où dort le chat ?", List.of("Ein Zug fährt.", "Die Katze schläft.")))
          .first()
          .extracting(ScoredPassage::index)
          .isEqualTo(1);
      Explanation explanation =
          engine.explain(SearchRequest.of("cat"), results.results().getFirst().hit());
      assertThat(explanation.contributions()).isNotEmpty();
    }
  }
}
