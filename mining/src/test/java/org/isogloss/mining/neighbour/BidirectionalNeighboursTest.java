// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Margin;
import org.isogloss.mining.scoring.MinedPair;
import org.isogloss.mining.scoring.PairSelection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BidirectionalNeighboursTest {
  /**
   * Three sentences with translations, and a fourth sentence without translation in each language.
   */
  private static final float[][] SOURCE = {
    {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {.6f, .6f, .52915f, 0}
  };

  private static final float[][] TARGET = {
    {0, 0, .8f, .6f}, {.9f, .1f, 0, .42426f}, {.1f, .9f, 0, .42426f}, {.5f, .5f, .5f, .5f}
  };

  private static BidirectionalNeighbours find(float[][] source, float[][] target, int depth) {
    return BidirectionalNeighbours.findExact(
        Int8Vectors.of(source), Int8Vectors.of(target), depth, 2);
  }

  @Test
  void translationsHaveHigherScores() {
    List<MinedPair> pairs = find(SOURCE, TARGET, 2).pairs(Margin.RATIO, PairSelection.MAX);
    assertThat(pairs)
        .extracting(pair -> pair.source() + "-" + pair.target())
        .startsWith("2-0")
        .contains("0-1", "1-2")
        .doesNotHaveDuplicates();
    // Both sentences without a translation are similar to all others, and form a pair.
    assertThat(pairs.getLast()).matches(pair -> pair.source() == 3 && pair.target() == 3);
    assertThat(pairs.getLast().score()).isLessThan(1.3);
  }

  @Test
  void ordersNeighboursByCosine() {
    NeighbourLists forward = find(SOURCE, TARGET, 3).forward();
    assertThat(IntStream.range(0, 3).map(rank -> forward.candidate(0, rank)).toArray())
        .containsExactly(1, 3, 2);
    assertThat(forward.cosine(0, 0)).isEqualTo(.9, within(.01));
    assertThat(forward.meanCosine(0)).isEqualTo((.9 + .5 + .1) / 3, within(.01));
  }

  @Test
  void returnsAllCandidatesIfThereAreFewerThanRequested() {
    BidirectionalNeighbours neighbours = find(SOURCE, new float[][] {TARGET[0]}, 4);
    assertThat(neighbours.forward().count(0)).isEqualTo(1);
    assertThat(neighbours.backward().count(0)).isEqualTo(4);
    assertThat(neighbours.pairs(Margin.RATIO, PairSelection.FORWARD)).hasSize(4);
    assertThat(neighbours.pairs(Margin.RATIO, PairSelection.MAX)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(PairSelection.class)
  void noSentencesYieldNoPairs(PairSelection selection) {
    assertThat(find(new float[0][], TARGET, 4).pairs(Margin.RATIO, selection)).isEmpty();
    assertThat(find(SOURCE, new float[0][], 4).pairs(Margin.RATIO, selection)).isEmpty();
  }

  @Test
  void rejectsDifferentDimensions() {
    assertThatThrownBy(() -> find(SOURCE, new float[1][3], 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("sentences have vectors of 4 dimensions, candidates of 3");
  }

  @ParameterizedTest
  @CsvSource({"40, 30, 16, 4", "1, 50, 16, 3", "30, 30, 24, 1", "25, 40, 32, 60"})
  void pairsEqualThoseOfTheReferenceImplementation(int sources, int targets, int dimension, int k) {
    long seed = new Random().nextLong();
    Int8Vectors source = Int8Vectors.of(RandomVectors.of(sources, dimension, seed));
    Int8Vectors target = Int8Vectors.of(RandomVectors.of(targets, dimension, seed + 1));
    ReferenceMining naive = new ReferenceMining(source, target, k);
    BidirectionalNeighbours neighbours = BidirectionalNeighbours.findExact(source, target, k, 2);
    for (Margin margin : Margin.values()) {
      for (PairSelection selection : PairSelection.values()) {
        assertSame(
            neighbours.pairs(margin, selection),
            naive.pairs(margin, selection),
            margin + " " + selection + " of seed " + seed);
      }
    }
  }

  /** Pairs whose scores are equal to twelve digits may have any order. */
  private static void assertSame(List<MinedPair> found, List<MinedPair> expected, String setting) {
    assertThat(found).as(setting).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).score())
          .as(setting + ", pair " + i)
          .isEqualTo(expected.get(i).score(), within(1e-9));
    }
  }

  @Test
  void oneToOneKeepsTheBetterPairs() {
    List<MinedPair> pairs =
        List.of(new MinedPair(0, 5, .9), new MinedPair(1, 5, .8), new MinedPair(1, 6, .7));
    assertThat(BidirectionalNeighbours.oneToOne(pairs)).containsExactly(pairs.get(0), pairs.get(2));
  }
}
