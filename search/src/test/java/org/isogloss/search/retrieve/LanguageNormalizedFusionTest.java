// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.lucene.LuceneSnapshot;
import org.isogloss.search.pipeline.TranslationModels;
import org.isogloss.search.reader.PassageScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LanguageNormalizedFusionTest {
  private static final LanguageNormalizedFusion.Weights EVEN =
      new LanguageNormalizedFusion.Weights(1, 1, 1);

  /** Document ids start with their language code: {@code de1}. */
  private static Ranking fuse(Map<String, Double> shares, Ranking other) {
    return fuse(shares, other, EVEN);
  }

  private static Ranking fuse(
      Map<String, Double> shares, Ranking other, LanguageNormalizedFusion.Weights weights) {
    Map<Hit, Double> byHit = new LinkedHashMap<>();
    shares.forEach((id, share) -> byHit.put(new Hit(id, 0), share));
    return LanguageNormalizedFusion.fuse(
        byHit, other, hit -> hit.documentId().substring(0, 2), weights);
  }

  private static Ranking ranking(Object... idsAndScores) {
    List<Hit> hits = new ArrayList<>();
    for (int i = 0; i < idsAndScores.length; i += 2) {
      hits.add(new Hit((String) idsAndScores[i], ((Number) idsAndScores[i + 1]).doubleValue()));
    }
    return Ranking.of(hits);
  }

  /**
   * Computed by hand. Scaled scores of the other ranking are 1, .75, .5 and 0. The English line is
   * fitted to (1, .2), (.5, .6) and (0, .1): mean 0.3, slope 0.05 / 0.5 = 0.1, so that 0.35, 0.3
   * and 0.25 are expected. The only German passage has exactly the expected share, and the English
   * passage that is only in the lexical ranking is compared with the expectation at 0.
   */
  @Test
  void comparesPassagesWithTheExpectationOfTheirLanguage() {
    Ranking other = ranking("en1", 9, "de1", 8, "en2", 7, "en3", 5);
    Ranking fused = fuse(Map.of("en1", 0.2, "en2", 0.6, "en3", 0.1, "de1", 0.4, "en4", 0.9), other);
    assertThat(fused.hits())
        .extracting(Hit::documentId)
        .containsExactly("en1", "en2", "de1", "en4", "en3");
    double[] expected = {1 + 0.2 - 0.35, 0.5 + 0.6 - 0.3, 0.75, 0.9 - 0.25, 0.1 - 0.25};
    for (int i = 0; i < expected.length; i++) {
      assertThat(fused.hits().get(i).score()).isCloseTo(expected[i], within(1e-9));
    }
  }

  @Test
  void doesNotFavourTheLanguageOfTheMatches() {
    Ranking other = ranking("zh1", 9, "en1", 8, "zh2", 7, "en2", 6);
    Ranking fused = fuse(Map.of("en1", 0.5, "en2", 0.5), other);
    assertThat(fused.hits())
        .extracting(Hit::documentId)
        .containsExactly("zh1", "en1", "zh2", "en2");
  }

  /** As above: the expectations 0.5 and 0.5 of English count by the strength. */
  @Test
  void strengthSetsHowMuchOfTheExpectationIsSubtracted() {
    Ranking other = ranking("zh1", 9, "en1", 8, "zh2", 7, "en2", 6);
    Map<String, Double> shares = Map.of("en1", 0.5, "en2", 0.5);
    Ranking sum = fuse(shares, other, new LanguageNormalizedFusion.Weights(1, 1, 0));
    assertThat(sum.hits()).extracting(Hit::documentId).containsExactly("en1", "zh1", "en2", "zh2");
    Ranking half = fuse(shares, other, new LanguageNormalizedFusion.Weights(1, 1, 0.5));
    assertThat(half.hits()).extracting(Hit::documentId).containsExactly("zh1", "en1", "zh2", "en2");
    assertThat(half.hits().get(1).score()).isCloseTo(2 / 3.0 + 0.25, within(1e-9));
  }

  @Test
  void keepsTheOtherRankingWithoutLexicalMatches() {
    Ranking other = ranking("en1", 9, "de1", 8, "en2", 7);
    assertThat(fuse(Map.of(), other).hits())
        .extracting(Hit::documentId)
        .containsExactly("en1", "de1", "en2");
  }

  @Test
  void usesOnlyLexicalSharesWithoutTheOtherRanking() {
    assertThat(fuse(Map.of("en1", 0.3, "de1", 0.5), Ranking.EMPTY).hits())
        .containsExactly(new Hit("de1", 0.5), new Hit("en1", 0.3));
  }

  @Test
  void equalScoresDoNotDivideByZero() {
    assertThat(fuse(Map.of("en1", 0.4), ranking("en1", 3, "en2", 3)).hits())
        .containsExactly(new Hit("en1", 1.2), new Hit("en2", 0.8));
  }

  @Test
  void hitsBeyondTheFirstHundredDoNotChangeHigherScores() {
    List<Hit> many = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      many.add(new Hit("en" + (100 + i), 500 - i));
    }
    Map<String, Double> shares = Map.of("en120", 0.7, "en100", 0.2);
    List<Hit> deep = fuse(shares, Ranking.of(many)).top(50).hits();
    assertThat(fuse(shares, Ranking.of(many).top(100)).top(50).hits()).isEqualTo(deep);
  }

  @Test
  void sharesAreRelativeToTheMaximumScoreOfALanguage(@TempDir Path folder) {
    try (Indexer indexer = Indexer.at(folder.resolve("index")).open()) {
      indexer.index(
          DocumentSource.of(
              List.of(
                  new Document("en1", Language.of("en"), "", "cat dog ".repeat(60)),
                  new Document("en2", Language.of("en"), "", "a bird"),
                  new Document("de1", Language.of("de"), "", "cat Hund"))));
    }
    try (LuceneSnapshot snapshot = LuceneSnapshot.open(folder.resolve("index"))) {
      LexicalRetriever words =
          LexicalRetriever.of(
              new Pipeline.Bm25(),
              snapshot,
              snapshot.candidates(PassageScope.ofLanguages(snapshot.codes())),
              QueryTranslation.of(
                  new Pipeline.Bm25(),
                  snapshot.codes(),
                  snapshot.analyzers(),
                  IndexTranslationTables.EMPTY,
                  Set.of(),
                  TranslationModels.NONE,
                  WordEdits.none(snapshot.analyzers())),
              java.util.List.of());
      Query query = new Query("q", Language.of("en"), "cat dog");
      WordRetriever.Matches matches = words.matches(query, 10);
      assertThat(matches.ranking()).isEqualTo(words.retrieve(query, 10));
      assertThat(matches.maxScores()).containsOnlyKeys("en", "de");
      List<Hit> hits = matches.ranking().hits();
      assertThat(hits).extracting(Hit::documentId).containsExactly("en1", "de1");
      // All words, so often that the score is close to the maximum; and one of two words, once.
      assertThat(hits.get(0).score() / matches.maxScores().get("en")).isBetween(0.9, 1.0);
      assertThat(hits.get(1).score() / matches.maxScores().get("de")).isBetween(0.05, 0.4);
    }
  }
}
