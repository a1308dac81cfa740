// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.contract.WordVectorScorer;
import org.isogloss.data.trec.RunLine;
import org.isogloss.search.pipeline.PipelineComponents;
import org.junit.jupiter.api.Test;

class IndexedSystemTest {
  private static final Language ENGLISH = Language.of("en");
  private static final List<Document> DOCUMENTS =
      List.of(
          new Document("a", ENGLISH, "", "The cat sleeps. It snows."),
          new Document("b", ENGLISH, "", "A ship leaves. The port is empty."));
  private static final List<Query> QUERIES = List.of(new Query("q", ENGLISH, "the sleeping cat"));

  @Test
  void servesSeveralPipelinesFromOneIndexInAnyOrder() {
    Pipeline dense = Pipeline.parse("dense");
    Pipeline reranked = Pipeline.parse("dense >> rerank(words)");
    WordVectorScorer scorer = new WordVectorScorer(64);
    List<List<RunLine>> first = search(scorer, dense, reranked);
    List<List<RunLine>> second = search(scorer, reranked, dense);
    assertThat(first).containsExactlyElementsOf(second.reversed());
  }

  private static List<List<RunLine>> search(WordVectorScorer scorer, Pipeline one, Pipeline two) {
    IndexedSystem system =
        new IndexedSystem(
            "trigrams",
            new TrigramEncoder(64),
            one.toString(),
            1,
            PipelineComponents.ofScorers(name -> Optional.of(scorer)));
    try (IndexedSystem.IndexedCollection index = system.index(DOCUMENTS, List.of(one, two))) {
      int encoded = scorer.encodedPassages();
      List<List<RunLine>> rankings =
          List.of(
              index.search(one, QUERIES, Set.of(), 10, () -> {}).lines("q"),
              index.search(two, QUERIES, Set.of(), 10, () -> {}).lines("q"));
      assertThat(scorer.encodedPassages()).as("token vectors are stored").isEqualTo(encoded);
      return rankings;
    }
  }

  @Test
  void searchesByOtherModelsThanItIndexes() {
    WordVectorScorer indexing = new WordVectorScorer(64);
    WordVectorScorer searching = new WordVectorScorer(64);
    IndexedSystem system =
        new IndexedSystem(
            "trigrams",
            new TrigramEncoder(64),
            "dense >> rerank(words)",
            1,
            PipelineComponents.ofScorers(name -> Optional.of(indexing)));
    IndexedSystem mixed =
        system.searchedBy(
            new TrigramEncoder(64), PipelineComponents.ofScorers(name -> Optional.of(searching)));
    try (RetrievalSystem.SearchableCollection expected = system.open(DOCUMENTS);
        RetrievalSystem.SearchableCollection found = mixed.open(DOCUMENTS)) {
      assertThat(found.search(QUERIES, Set.of(), 10, () -> {}).lines("q"))
          .isNotEmpty()
          .isEqualTo(expected.search(QUERIES, Set.of(), 10, () -> {}).lines("q"));
    }
    assertThat(searching.encodedPassages()).as("passages are encoded by the others").isZero();
    IndexedSystem otherWeights =
        system.searchedBy(
            new TrigramEncoder(32), PipelineComponents.ofScorers(name -> Optional.of(searching)));
    assertThatThrownBy(() -> otherWeights.open(DOCUMENTS)).isInstanceOf(IsoglossException.class);
  }
}
