// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.pipeline.PipelineComponents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Custom retrievers in pipelines. */
class CustomRetrieverTest {
  private static final Query QUERY = Query.of("anything");

  @TempDir Path folder;
  private SearchIndex index;

  @BeforeEach
  void open() {
    TrigramEncoder encoder = new TrigramEncoder(64);
    SampleCollection.index(folder.resolve("index"), encoder, SampleCollection.documents());
    index = SearchIndex.at(folder.resolve("index")).encoder(encoder).open();
  }

  @AfterEach
  void close() {
    index.close();
  }

  private Retriever of(String pipeline, Retriever custom, String... languages) {
    Set<LanguageRange> within =
        Set.copyOf(List.of(languages).stream().map(LanguageRange::of).toList());
    return index.retriever(
        Pipeline.parse(pipeline),
        within,
        new PipelineComponents(
            name -> Optional.empty(),
            name -> name.equals("mine") ? Optional.of(custom) : Optional.empty()));
  }

  private static Retriever fixed(Hit... hits) {
    return (query, depth) -> Ranking.of(List.of(hits)).top(depth);
  }

  @Test
  void keepsTheOrderAndScoresOfHits() {
    Retriever mine = of("retriever(mine)", fixed(new Hit("ru-7", 1, 3), new Hit("de-3", 0, 2)));
    assertThat(mine.retrieve(QUERY, 10).hits())
        .containsExactly(new Hit("ru-7", 1, 3), new Hit("de-3", 0, 2));
  }

  @Test
  void dropsDuplicatesAndPassagesOutsideTheIndexOrTheLanguages() {
    Retriever custom =
        fixed(
            new Hit("gone", 0, 9),
            new Hit("de-3", 7, 8),
            new Hit("ru-7", 0, 7),
            new Hit("de-3", 1, 6),
            new Hit("de-3", 1, 5),
            new Hit("de-4", 0, 4));
    List<Hit> german = List.of(new Hit("de-3", 1, 6), new Hit("de-4", 0, 4));
    assertThat(of("retriever(mine)", custom, "de").retrieve(QUERY, 2).hits()).isEqualTo(german);
    assertThat(of("lang:de >> retriever(mine)", custom).retrieve(QUERY, 2).hits())
        .isEqualTo(german);
    assertThat(of("retriever(mine)", custom, "de").retrieve(QUERY, 1).hits())
        .as("the depth increases until a hit is accepted")
        .isEqualTo(german.subList(0, 1));
  }

  @Test
  void worksInFusionsAndStages() {
    Hit french = new Hit("fr-6", 0, 1);
    Retriever fused = of("{bm25, retriever(mine)}rrf >> balance(0.5)", fixed(french));
    assertThat(fused.retrieve(Query.of("Кошка спит"), 3).hits())
        .extracting(Hit::documentId)
        .contains("ru-7", "fr-6");
  }

  @Test
  void receivesQueriesInBatches() {
    List<Integer> batches = new ArrayList<>();
    Retriever custom =
        new Retriever() {
          @Override
          public Ranking retrieve(Query query, int depth) {
            return retrieveAll(List.of(query), depth).getFirst();
          }

          @Override
          public List<Ranking> retrieveAll(List<Query> queries, int depth) {
            batches.add(queries.size());
            Ranking found = Ranking.of(List.of(new Hit("de-3", 1, 6)));
            return queries.stream().map(query -> found).toList();
          }
        };
    Retriever pipeline =
        index.bestPassagePerDocument(of("{bm25, retriever(mine)%5}rrf >> balance(0.5)", custom));
    assertThat(pipeline.retrieveAll(List.of(QUERY, QUERY, QUERY), 10)).hasSize(3);
    assertThat(batches).containsExactly(3);
  }

  @Test
  void reportsUnknownNames() {
    assertThatThrownBy(() -> of("{bm25, retriever(yours)}rrf", fixed()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no retriever \"yours\" is available");
    assertThatThrownBy(() -> index.retriever("retriever(mine)"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no retriever \"mine\" is available");
  }
}
