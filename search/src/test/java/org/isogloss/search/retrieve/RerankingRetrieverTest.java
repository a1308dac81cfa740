// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.junit.jupiter.api.Test;

class RerankingRetrieverTest {
  private static final Ranking FOUND =
      new Ranking(List.of(new Hit("a", 12), new Hit("b", 11), new Hit("c", 1)));

  /** The ranking of a first stage, and the scores of a re-ranker for its hits. */
  private record Scored(Ranking found, float[] scores) {
    static Scored random(int hits, long seed) {
      Random random = new Random(seed);
      double[] foundScores = distinctScores(hits, random);
      double[] rerankerScores = distinctScores(hits, random);
      List<Hit> found = new ArrayList<>();
      float[] scores = new float[hits];
      for (int i = 0; i < hits; i++) {
        found.add(new Hit("d" + i, 30 * foundScores[i]));
        scores[i] = (float) (0.001 + 0.998 * rerankerScores[i]);
      }
      return new Scored(Ranking.of(found), scores);
    }

    /** Returns scores in [0, 1) in random order, whose differences exceed rounding errors. */
    private static double[] distinctScores(int count, Random random) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
      Collections.shuffle(order, random);
      return order.stream().mapToDouble(i -> (i + 0.5 * random.nextDouble()) / count).toArray();
    }

    Ranking mixed(double weight) {
      return RerankingRetriever.interpolate(found, scores, true, weight);
    }
  }

  private static List<String> ids(Ranking ranking) {
    return ranking.hits().stream().map(Hit::documentId).toList();
  }

  @Test
  void weightOneUsesOnlyTheScoresOfTheReranker() {
    assertThat(
            RerankingRetriever.interpolate(FOUND, new float[] {0.1f, 0.9f, 0.5f}, true, 1).hits())
        .containsExactly(new Hit("b", 0.9f), new Hit("c", 0.5f), new Hit("a", 0.1f));
  }

  @Test
  void interpolatesStandardScores() {
    Ranking mixed = RerankingRetriever.interpolate(FOUND, new float[] {1, 2, 3}, false, 0.75);
    double first = 1 / Math.sqrt(2.0 / 3);
    double deviation = Math.sqrt((4 * 4 + 3 * 3 + 7 * 7) / 3.0);
    assertThat(ids(mixed)).containsExactly("c", "b", "a");
    assertThat(mixed.hits().get(0).score())
        .isCloseTo(0.75 * first - 0.25 * 7 / deviation, within(1e-12));
    assertThat(mixed.hits().get(1).score()).isCloseTo(0.25 * 3 / deviation, within(1e-12));
  }

  @Test
  void distinguishesProbabilitiesNearOne() {
    float[] sure = {0.0001f, 0.001f, 0.9f};
    // The first two probabilities are almost equal, but their odds differ by a factor of ten.
    assertThat(ids(RerankingRetriever.interpolate(FOUND, sure, true, 0.7)))
        .containsExactly("c", "b", "a");
    assertThat(ids(RerankingRetriever.interpolate(FOUND, sure, false, 0.7)))
        .containsExactly("c", "a", "b");
  }

  @Test
  void certaintyHasFiniteScores() {
    Ranking mixed = RerankingRetriever.interpolate(FOUND, new float[] {0, 1, 0.5f}, true, 0.5);
    assertThat(mixed.hits()).allMatch(hit -> Double.isFinite(hit.score()));
    assertThat(ids(mixed)).first().isEqualTo("b");
  }

  @Test
  void originalScoresBreakTies() {
    float[] equal = {0.3f, 0.3f, 0.3f};
    assertThat(ids(RerankingRetriever.interpolate(FOUND, equal, true, 0.9)))
        .containsExactly("a", "b", "c");
    assertThat(RerankingRetriever.interpolate(Ranking.EMPTY, new float[0], true, 0.9).hits())
        .isEmpty();
  }

  @Property(tries = 200)
  void isInvariantToTheScaleOfTheFirstStage(
      @ForAll @IntRange(min = 1, max = 40) int hits,
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0.05, max = 0.95) double weight,
      @ForAll @DoubleRange(min = 0.01, max = 100) double factor,
      @ForAll @DoubleRange(min = -50, max = 50) double shift) {
    Scored scored = Scored.random(hits, seed);
    Ranking moved =
        Ranking.of(
            scored.found.hits().stream()
                .map(hit -> hit.withScore(factor * hit.score() + shift))
                .toList());
    Ranking expected = scored.mixed(weight);
    Ranking mixed = RerankingRetriever.interpolate(moved, scored.scores, true, weight);
    assertThat(mixed.size()).isEqualTo(hits);
    for (int i = 0; i < hits; i++) {
      assertThat(mixed.hits().get(i).score())
          .isCloseTo(expected.hits().get(i).score(), within(1e-6));
    }
  }

  @Property(tries = 200)
  void preservesTheOrderOnWhichBothScoresAgree(
      @ForAll @IntRange(min = 2, max = 40) int hits,
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0.05, max = 1) double weight) {
    Scored scored = Scored.random(hits, seed);
    List<String> order = ids(scored.mixed(weight));
    for (int higher = 0; higher < hits; higher++) {
      for (int lower = higher + 1; lower < hits; lower++) {
        if (scored.scores[higher] > scored.scores[lower]) {
          assertThat(order.indexOf(scored.found.hits().get(higher).documentId()))
              .isLessThan(order.indexOf(scored.found.hits().get(lower).documentId()));
        }
      }
    }
  }

  @Property(tries = 200)
  void weightInterpolatesBetweenBothOrders(
      @ForAll @IntRange(min = 1, max = 40) int hits, @ForAll long seed) {
    Scored scored = Scored.random(hits, seed);
    assertThat(ids(scored.mixed(1e-9))).isEqualTo(ids(scored.found));
    assertThat(ids(scored.mixed(1 - 1e-9))).isEqualTo(ids(scored.mixed(1)));
  }

  @Test
  void appendsUnscoredHitsInTheirOrder() {
    Ranking found =
        Ranking.of(
            List.of(
                new Hit("a", 9),
                new Hit("b", 8),
                new Hit("d", 8),
                new Hit("c", 8),
                new Hit("e", 5)));
    Ranking head = RerankingRetriever.interpolate(found.top(2), new float[] {0.1f, 0.9f}, false, 1);
    Ranking all = RerankingRetriever.appendUnscored(head, found);
    assertThat(ids(all)).containsExactly("b", "a", "c", "d", "e");
    assertThat(all.hits().get(2).score()).isLessThan(0.1f).isCloseTo(0.1f, within(1e-6));
    assertThat(all.hits().getLast().score()).isCloseTo(0.1f - 3, within(1e-6));
    assertThat(RerankingRetriever.appendUnscored(found, found)).isEqualTo(found);
    assertThat(RerankingRetriever.appendUnscored(Ranking.EMPTY, Ranking.EMPTY).hits()).isEmpty();
  }
}
