// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExactNeighbourSearchTest {
  private static final int DEPTH = 4;

  /** Blocks consist of 256 sentences and 4,096 candidates. */
  @ParameterizedTest
  @CsvSource({"1, 1, 3, 1", "255, 4097, 8, 2", "257, 300, 24, 3", "700, 9000, 4, 2", "5, 2, 32, 4"})
  void findsTheSameNeighboursAsPairwiseComparison(
      int sources, int targets, int dimension, int threads) {
    long seed = new Random().nextLong();
    Int8Vectors source = Int8Vectors.of(RandomVectors.of(sources, dimension, seed));
    Int8Vectors target = Int8Vectors.of(RandomVectors.of(targets, dimension, seed + 1));
    BidirectionalNeighbours found =
        ExactNeighbourSearch.of(source, target, DEPTH)
            .run(threads, ExactNeighbourSearch.Listener.NONE);
    ReferenceMining naive = new ReferenceMining(source, target, DEPTH);
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      int x = random.nextInt(sources);
      int y = random.nextInt(targets);
      assertThat(candidates(found.forward(), x))
          .as("source %d of seed %d", x, seed)
          .isEqualTo(naive.forward(x));
      assertThat(candidates(found.backward(), y))
          .as("target %d of seed %d", y, seed)
          .isEqualTo(naive.backward(y));
    }
  }

  private static List<Integer> candidates(NeighbourLists neighbours, int sentence) {
    List<Integer> candidates = new ArrayList<>();
    for (int rank = 0; rank < neighbours.count(sentence); rank++) {
      candidates.add(neighbours.candidate(sentence, rank));
    }
    return candidates;
  }

  @Test
  void resumesFromACheckpoint(@TempDir Path folder) {
    Int8Vectors source = Int8Vectors.of(RandomVectors.of(300, 8, 1));
    Int8Vectors target = Int8Vectors.of(RandomVectors.of(10_000, 8, 2));
    BidirectionalNeighbours whole =
        ExactNeighbourSearch.of(source, target, DEPTH).run(2, ExactNeighbourSearch.Listener.NONE);
    NeighbourCheckpoint file =
        new NeighbourCheckpoint(folder.resolve("neighbours"), source, target);
    ExactNeighbourSearch stopped = ExactNeighbourSearch.of(source, target, DEPTH);
    try {
      stopped.run(2, stoppingAfterTheFirstBlock(file));
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("stop");
    }
    ExactNeighbourSearch resumed = ExactNeighbourSearch.of(source, target, DEPTH);
    resumed.resumeAt(file.read(resumed.forward(), resumed.backward(), done -> true));
    assertThat(resumed.nextCandidate()).isEqualTo(4096);
    resumed.run(2, ExactNeighbourSearch.Listener.NONE);
    assertThat(resumed.forward().candidates())
        .containsExactly(whole.forward().lists().candidates());
    assertThat(resumed.forward().products()).containsExactly(whole.forward().lists().products());
    assertThat(resumed.backward().candidates())
        .containsExactly(whole.backward().lists().candidates());
  }

  private static ExactNeighbourSearch.Listener stoppingAfterTheFirstBlock(
      NeighbourCheckpoint file) {
    return new ExactNeighbourSearch.Listener() {
      @Override
      public void progress(long compared, long pairs) {}

      @Override
      public void blockFinished(ExactNeighbourSearch search) {
        file.write(search.forward(), search.backward(), search.nextCandidate());
        throw new IllegalStateException("stop");
      }
    };
  }

  @Test
  void ignoresACheckpointOfOtherSizes(@TempDir Path folder) {
    Int8Vectors source = Int8Vectors.of(RandomVectors.of(3, 8, 1));
    Int8Vectors target = Int8Vectors.of(RandomVectors.of(4, 8, 2));
    NeighbourCheckpoint file =
        new NeighbourCheckpoint(folder.resolve("neighbours"), source, target);
    assertThat(file.read(new TopKLists(3, 2), new TopKLists(4, 2), done -> true)).isZero();
    file.write(new TopKLists(3, 2), new TopKLists(4, 2), 4);
    assertThat(file.read(new TopKLists(3, 2), new TopKLists(4, 2), done -> true)).isEqualTo(4);
    assertThat(file.read(new TopKLists(3, 3), new TopKLists(4, 3), done -> true)).isZero();
    assertThat(file.read(new TopKLists(4, 2), new TopKLists(3, 2), done -> true)).isZero();
    NeighbourCheckpoint ofOthers =
        new NeighbourCheckpoint(folder.resolve("neighbours"), source, source);
    assertThat(ofOthers.read(new TopKLists(3, 2), new TopKLists(4, 2), done -> true)).isZero();
  }

  @Test
  void progressEndsWithAllPairs() {
    List<Long> reported = Collections.synchronizedList(new ArrayList<>());
    Int8Vectors source = Int8Vectors.of(RandomVectors.of(600, 8, 1));
    Int8Vectors target = Int8Vectors.of(RandomVectors.of(5000, 8, 2));
    ExactNeighbourSearch.of(source, target, 1).run(2, (compared, pairs) -> reported.add(compared));
    assertThat(Collections.max(reported)).isEqualTo(600L * 5000);
  }

  @Test
  void thresholdCheckEqualsScalarComparison() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      int[] row = random.ints(37, -3, 4).toArray();
      int[] worst = random.ints(37, 0, 6).map(x -> x == 5 ? TopKLists.EMPTY_PRODUCT : x).toArray();
      int sentenceWorst = 2 + random.nextInt(3);
      boolean expected = false;
      for (int j = 5; j < 31; j++) {
        expected |= row[j] > worst[j] || row[j] > sentenceWorst;
      }
      assertThat(BlockComparison.anyAboveThreshold(row, worst, sentenceWorst, 5, 31))
          .as("seed %d", seed)
          .isEqualTo(expected);
    }
  }
}
