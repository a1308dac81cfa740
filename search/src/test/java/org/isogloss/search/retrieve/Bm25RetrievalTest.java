// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Bm25RetrievalTest {
  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void index() {
    folder = temporary.resolve("index");
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.index(
          DocumentSource.of(
              List.of(
                  document("e1", "en", "cat cat dog"),
                  document("e2", "en", "dog bird"),
                  document("e3", "en", "fish"),
                  document("d1", "de", "cat Hund"),
                  document("d2", "de", "Vogel"))));
    }
  }

  private static Document document(String id, String language, String text) {
    return new Document(id, Language.of(language), "", text);
  }

  private Ranking search(String pipeline, String language, String text) {
    try (SearchIndex index = SearchIndex.open(folder)) {
      return index.retriever(pipeline).retrieve(new Query("q", Language.of(language), text), 10);
    }
  }

  /**
   * Computed by hand. English: 3 passages of 3, 2 and 1 words, mean 2; "cat" is in one of them,
   * twice: log(1 + 2.5 / 1.5) = 0.980829, times 2 / (2 + 1.2 (0.25 + 0.75 * 3 / 2)) = 0.547945.
   * German: 2 passages of 2 and 1 words, mean 1.5, one with the word: log(1 + 1.5 / 1.5) =
   * 0.693147, times 1 / (1 + 1.2 (0.25 + 0.75 * 2 / 1.5)) = 0.4. Scales: log(1 + 5.5 / 0.5) =
   * 2.484907 for all 5, log(1 + 3.5 / 0.5) = 2.079442 and log(1 + 2.5 / 0.5) = 1.791759.
   */
  @Test
  void scoresFollowTheFormula() {
    List<Hit> hits = search("bm25", "en", "cats").hits();
    assertThat(hits).extracting(Hit::documentId).containsExactly("e1", "d1");
    assertThat(hits.get(0).score())
        .isCloseTo(0.980829 * 0.547945 * 2.484907 / 2.079442, within(1e-5));
    assertThat(hits.get(1).score()).isCloseTo(0.693147 * 0.4 * 2.484907 / 1.791759, within(1e-5));
  }

  @Test
  void sumsTheScoresOfSeveralWords() {
    double cat = search("bm25", "en", "cat").hits().getFirst().score();
    double dog =
        search("bm25", "en", "dog").hits().stream()
            .filter(hit -> hit.documentId().equals("e1"))
            .findFirst()
            .orElseThrow()
            .score();
    Hit both = search("bm25", "en", "cat dog").hits().getFirst();
    assertThat(both.documentId()).isEqualTo("e1");
    assertThat(both.score()).isCloseTo(cat + dog, within(1e-5));
  }

  @Test
  void filterKeepsScoresAndExcludesOtherLanguages() {
    List<Hit> all = search("bm25", "en", "cat").hits();
    assertThat(search("lang:de >> bm25", "en", "cat").hits()).containsExactly(all.get(1));
    assertThat(search("lang:fr >> bm25", "en", "cat").hits()).isEmpty();
  }

  /**
   * Computed by hand. Whole passages: 2 and 3 words, mean 2.5, "cat" is in both: idf log(1 + 0.5 /
   * 2.5) = 0.182322; one occurrence in 2 words counts 1 / (1 + 1.2 (0.25 + 0.75 * 2 / 2.5)) =
   * 0.495050, in 3 words 1 / (1 + 1.2 (0.25 + 0.75 * 3 / 2.5)) = 0.420168. Titles: 1 word each, so
   * that one occurrence counts 1 / (1 + 1.2) = 0.454545. One language, so no scale.
   */
  @Test
  void titleWeightAddsTheScoreOfTheTitle() {
    Path titled = temporary.resolve("titled");
    try (Indexer indexer = Indexer.at(titled).open()) {
      indexer.index(
          DocumentSource.of(
              List.of(
                  new Document("t1", Language.of("en"), "bird", "cat"),
                  new Document("t2", Language.of("en"), "cat", "dog fish"))));
    }
    try (SearchIndex index = SearchIndex.open(titled)) {
      Query query = new Query("q", Language.of("en"), "cat");
      assertThat(index.retriever("bm25").retrieve(query, 10).hits())
          .extracting(Hit::documentId)
          .containsExactly("t1", "t2");
      List<Hit> weighted = index.retriever("bm25(title=3)").retrieve(query, 10).hits();
      assertThat(weighted).extracting(Hit::documentId).containsExactly("t2", "t1");
      assertThat(weighted.get(0).score())
          .isCloseTo(0.182322 * (0.420168 + 2 * 0.454545), within(1e-5));
      assertThat(weighted.get(1).score()).isCloseTo(0.182322 * 0.495050, within(1e-5));
    }
  }

  @Test
  void titleWeightChangesNothingWithoutTitles() {
    assertThat(search("bm25(title=5)", "en", "cat dog").hits())
        .isEqualTo(search("bm25", "en", "cat dog").hits());
  }

  @Test
  void breaksTiesByIdAtEveryDepth() {
    Path many = temporary.resolve("many");
    try (Indexer indexer = Indexer.at(many).open()) {
      for (int i = 19; i >= 0; i--) {
        Document document = document("x" + (10 + i), "en", "the same words");
        indexer.index(DocumentSource.of(List.of(document)));
      }
    }
    try (SearchIndex index = SearchIndex.open(many)) {
      assertThat(index.retriever("bm25").retrieve(Query.of("words"), 3).hits())
          .extracting(Hit::documentId)
          .containsExactly("x10", "x11", "x12");
    }
  }
}
