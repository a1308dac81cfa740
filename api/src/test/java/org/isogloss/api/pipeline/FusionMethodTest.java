// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.junit.jupiter.api.Test;

class FusionMethodTest {
  private static Ranking ranking(Object... idsAndScores) {
    List<Hit> hits = new ArrayList<>();
    for (int i = 0; i < idsAndScores.length; i += 2) {
      hits.add(new Hit((String) idsAndScores[i], ((Number) idsAndScores[i + 1]).doubleValue()));
    }
    return Ranking.of(hits);
  }

  private static final Ranking WORDS = ranking("a", 9, "b", 5, "c", 1);
  private static final Ranking VECTORS = ranking("c", 0.9, "d", 0.6);
  private static final double[] EVEN = {1, 1};

  @Test
  void rrfSumsReciprocalRanks() {
    Ranking fused = FusionMethod.RRF.fuse(List.of(WORDS, VECTORS), EVEN);
    assertThat(fused.hits())
        .containsExactly(
            new Hit("c", 1.0 / 63 + 1.0 / 61),
            new Hit("a", 1.0 / 61),
            new Hit("b", 1.0 / 62),
            new Hit("d", 1.0 / 62));
  }

  @Test
  void wsumNormalisesScoresToTheSameRange() {
    Ranking fused = FusionMethod.WSUM.fuse(List.of(WORDS, VECTORS), new double[] {0.4, 0.6});
    assertThat(fused.hits())
        .containsExactly(new Hit("c", 0.6), new Hit("a", 0.4), new Hit("b", 0.2), new Hit("d", 0));
  }

  @Test
  void zsumAssignsTheLowestScoreToMissingPassages() {
    Ranking fused = FusionMethod.ZSUM.fuse(List.of(WORDS, VECTORS), EVEN);
    double z = 4 / Math.sqrt(32.0 / 3);
    assertThat(fused.hits()).extracting(Hit::documentId).containsExactly("a", "c", "b", "d");
    assertThat(fused.hits().get(0).score()).isCloseTo(z - 1, within(1e-12));
    assertThat(fused.hits().get(1).score()).isCloseTo(-z + 1, within(1e-12));
    assertThat(fused.hits().get(2).score()).isCloseTo(-1, within(1e-12));
    assertThat(fused.hits().get(3).score()).isCloseTo(-z - 1, within(1e-12));
  }

  @Test
  void interpolateAveragesRanks() {
    Ranking fused = FusionMethod.INTERPOLATE.fuse(List.of(WORDS, VECTORS), new double[] {1, 3});
    // Ranks: a 1 and 3 (missing), b 2 and 3 (missing), c 3 and 1, d 4 (missing) and 2.
    assertThat(fused.hits())
        .containsExactly(
            new Hit("c", -1.5), new Hit("a", -2.5), new Hit("d", -2.5), new Hit("b", -2.75));
  }

  @Test
  void interpolateGivesEqualScoresConsecutiveRanks() {
    Ranking fused =
        FusionMethod.INTERPOLATE.fuse(List.of(ranking("b", 7, "a", 7, "c", 1)), new double[] {2});
    assertThat(fused.hits()).containsExactly(new Hit("a", -1), new Hit("b", -2), new Hit("c", -3));
  }

  @Property(tries = 100)
  void interpolateDependsOnTheRatioOfWeightsOnly(
      @ForAll("rankings") Ranking one,
      @ForAll("rankings") Ranking two,
      @ForAll("rankings") Ranking three) {
    List<Ranking> rankings = List.of(one, two, three);
    assertThat(FusionMethod.INTERPOLATE.fuse(rankings, new double[] {.3, .3, .3}))
        .isEqualTo(FusionMethod.INTERPOLATE.fuse(rankings, new double[] {1, 1, 1}));
    assertThat(FusionMethod.INTERPOLATE.fuse(rankings, new double[] {.8, .1, .1}))
        .isEqualTo(FusionMethod.INTERPOLATE.fuse(rankings, new double[] {8, 1, 1}));
  }

  @Test
  void interpolateOrdersEqualMeansById() {
    Ranking fused =
        FusionMethod.INTERPOLATE.fuse(
            List.of(
                ranking("c", 3, "b", 2, "a", 1),
                ranking("b", 3, "a", 2, "c", 1),
                ranking("a", 3, "c", 2, "b", 1)),
            new double[] {.1, .1, .1});
    assertThat(fused.hits()).containsExactly(new Hit("a", -2), new Hit("b", -2), new Hit("c", -2));
  }

  @Test
  void emptyRankingHasNoEffect() {
    for (FusionMethod fusion : FusionMethod.values()) {
      assertThat(fusion.fuse(List.of(WORDS, Ranking.EMPTY), EVEN))
          .as(fusion.code())
          .isEqualTo(fusion.fuse(List.of(WORDS), new double[] {1}));
    }
  }

  @Test
  void equalScoresDoNotDivideByZero() {
    Ranking equal = ranking("a", 3, "b", 3);
    assertThat(FusionMethod.WSUM.fuse(List.of(equal), new double[] {1}).hits())
        .containsExactly(new Hit("a", 1), new Hit("b", 1));
    assertThat(FusionMethod.ZSUM.fuse(List.of(equal), new double[] {1}).hits())
        .containsExactly(new Hit("a", 0), new Hit("b", 0));
  }

  @Provide
  Arbitrary<Ranking> rankings() {
    Arbitrary<Hit> hits =
        Combinators.combine(
                Arbitraries.of("a", "b", "c", "d", "e", "f"),
                Arbitraries.integers().between(0, 1),
                Arbitraries.integers().between(-20, 20))
            .as((id, passage, score) -> new Hit(id, passage, score / 4.0));
    return hits.list()
        .ofMaxSize(12)
        .uniqueElements(hit -> hit.documentId() + hit.passage())
        .map(Ranking::of);
  }

  /** A reference implementation of the definitions, for a single passage. */
  private static double naive(
      FusionMethod fusion, List<Ranking> rankings, double[] weights, Hit hit) {
    double sum = 0;
    for (int r = 0; r < weights.length; r++) {
      List<Hit> hits = rankings.get(r).hits();
      int rank = 0;
      for (int i = 0; i < hits.size(); i++) {
        if (same(hits.get(i), hit)) {
          rank = i + 1;
        }
      }
      if (hits.isEmpty()) {
        continue;
      }
      double last = hits.getLast().score();
      double score = rank == 0 ? last : hits.get(rank - 1).score();
      double first = hits.getFirst().score();
      double mean = 0;
      for (Hit other : hits) {
        mean += other.score() / hits.size();
      }
      double variance = 0;
      for (Hit other : hits) {
        variance += (other.score() - mean) * (other.score() - mean) / hits.size();
      }
      sum +=
          weights[r]
              * switch (fusion) {
                case RRF -> rank == 0 ? 0 : 1.0 / (60 + rank);
                case WSUM -> first == last ? (rank == 0 ? 0 : 1) : (score - last) / (first - last);
                case INTERPOLATE -> {
                  double shares = 0;
                  for (int other = 0; other < weights.length; other++) {
                    shares += rankings.get(other).isEmpty() ? 0 : weights[other];
                  }
                  yield -(rank == 0 ? hits.size() + 1 : rank) / shares;
                }
                case ZSUM -> variance < 1e-12 ? 0 : (score - mean) / Math.sqrt(variance);
              };
    }
    return sum;
  }

  private static boolean same(Hit a, Hit b) {
    return a.documentId().equals(b.documentId()) && a.passage() == b.passage();
  }

  @Property(tries = 300)
  void fusionAgreesWithItsDefinition(
      @ForAll FusionMethod fusion,
      @ForAll("rankings") Ranking one,
      @ForAll("rankings") Ranking two,
      @ForAll("rankings") Ranking three) {
    List<Ranking> rankings = List.of(one, two, three);
    double[] weights = {1, 0.25, 3};
    Set<String> all = new TreeSet<>();
    rankings.forEach(r -> r.hits().forEach(hit -> all.add(hit.documentId() + hit.passage())));
    Ranking fused = fusion.fuse(rankings, weights);
    assertThat(fused.hits())
        .extracting(hit -> hit.documentId() + hit.passage())
        .containsExactlyInAnyOrderElementsOf(all);
    for (Hit hit : fused.hits()) {
      assertThat(hit.score()).isCloseTo(naive(fusion, rankings, weights, hit), within(1e-9));
    }
  }
}
