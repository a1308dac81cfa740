// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceRetrieverTest {
  private static final Query QUERY = Query.of("printer paper");

  @TempDir Path folder;

  private static Document document(String id, String text) {
    return new Document(id, Language.of("en"), "", text);
  }

  private SearchIndex index(TrigramEncoder encoder, Document... documents) {
    try (Indexer indexer =
        Indexer.at(folder).encoder("trigrams", encoder).passages(new PassageSplitter(6)).open()) {
      indexer.index(DocumentSource.of(List.of(documents)));
    }
    return SearchIndex.at(folder).encoder(encoder).open();
  }

  @Test
  void theFirstPassageOfADocumentIsEvidenceForTheOthers() {
    try (var encoder = new TrigramEncoder(256);
        SearchIndex index =
            index(
                encoder,
                document("recipe", "How to bake a cake. Line it with baking paper."),
                document("manual", "How to use the printer. Line it up with fresh paper."))) {
      List<Hit> second =
          index.retriever("bm25").retrieve(QUERY, 9).hits().stream()
              .filter(hit -> hit.passage() == 1)
              .toList();
      assertThat(second).extracting(Hit::documentId).containsExactly("recipe", "manual");
      assertThat(index.retriever("bm25 >> lead(weight=1)").retrieve(QUERY, 9).hits())
          .filteredOn(hit -> hit.passage() == 1)
          .extracting(Hit::documentId)
          .containsExactly("manual", "recipe");
    }
  }

  @Test
  void passagesNearToManyTitlesRankLower() {
    try (var encoder = new TrigramEncoder(256);
        SearchIndex index =
            index(
                encoder,
                document("menu", "Insert the paper menu"),
                document("a", "Insert the image menu"),
                document("b", "Insert the table menu"),
                document("c", "Insert the chart menu"),
                document("jam", "Remove stuck paper"))) {
      Ranking plain = index.retriever("bm25").retrieve(Query.of("paper"), 9);
      assertThat(plain.hits().getFirst().documentId()).isEqualTo("jam");
      Ranking dense = index.retriever("dense").retrieve(Query.of("the paper menu"), 9);
      assertThat(dense.hits().getFirst().documentId()).isEqualTo("menu");
      assertThat(
              index
                  .retriever("dense >> hubness(weight=3)")
                  .retrieve(Query.of("the paper menu"), 9)
                  .hits()
                  .getFirst()
                  .documentId())
          .isEqualTo("jam");
    }
  }

  @Test
  void addsStandardScores() {
    Ranking found = Ranking.of(List.of(new Hit("a", 0, 3), new Hit("b", 0, 2), new Hit("c", 0, 1)));
    Ranking ranking =
        new EvidenceRetriever(
                (query, depth) -> found, (query, hits) -> new double[] {0, 0, 1.5}, /* weight= */ 2)
            .retrieve(QUERY, 3);
    assertThat(ranking.hits()).extracting(Hit::documentId).containsExactly("c", "a", "b");
    assertThat(ranking.hits().getFirst().score())
        .isCloseTo(-1 / Math.sqrt(2.0 / 3) + 2 * 1.5, within(1e-9));
  }

  @Test
  void withoutEvidenceTheOrderIsTheSame() {
    try (var encoder = new TrigramEncoder(256)) {
      index(encoder, document("a", "paper"), document("b", "the printer paper")).close();
      try (SearchIndex lexical = SearchIndex.open(folder)) {
        assertThatThrownBy(() -> lexical.retriever("bm25 >> lead(weight=1)"))
            .isInstanceOf(IsoglossException.class)
            .hasMessageContaining("\"lead\" needs the vectors of an index and the model");
        assertThat(lexical.retriever("bm25 >> hubness(weight=1)").retrieve(QUERY, 1).hits())
            .hasSize(1);
      }
    }
  }
}
