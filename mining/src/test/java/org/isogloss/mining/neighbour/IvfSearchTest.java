// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IvfSearchTest {
  private static final int DEPTH = 4;

  @TempDir private Path folder;

  private IvfSearch search(Int8Vectors source, Int8Vectors target) {
    NeighbourCheckpoint file =
        new NeighbourCheckpoint(folder.resolve("neighbours"), source, target);
    return new IvfSearch(file, source, target, DEPTH, 2, 0);
  }

  /** 8,000 candidates are partitioned into 252 cells, of which each sentence probes 128. */
  @Test
  void hasHighRecall() {
    float[][] vectors = RandomVectors.of(8_000, 48, 3);
    Int8Vectors source = Int8Vectors.of(RandomVectors.near(vectors, .3, 5));
    Int8Vectors target = Int8Vectors.of(vectors);
    BidirectionalNeighbours cells = search(source, target).run(done -> {});
    BidirectionalNeighbours exact = BidirectionalNeighbours.findExact(source, target, DEPTH, 2);
    assertThat(recall(cells.forward(), exact.forward())).isBetween(.8, .999);
    assertThat(recall(cells.backward(), exact.backward())).isBetween(.8, .999);
  }

  /** The fraction of exact neighbours that are found with the same cosines. */
  private static double recall(NeighbourLists found, NeighbourLists exact) {
    int recall = 0;
    for (int i = 0; i < exact.size(); i++) {
      for (int rank = 0; rank < DEPTH; rank++) {
        for (int other = 0; other < found.count(i); other++) {
          if (found.candidate(i, other) == exact.candidate(i, rank)) {
            assertThat(found.cosine(i, other)).isEqualTo(exact.cosine(i, rank));
            recall++;
          }
        }
      }
    }
    return recall / (double) (exact.size() * DEPTH);
  }

  /** A block consists of 65,536 sentences; all of the few cells are probed. */
  @Test
  void resumesAnInterruptedSearch() {
    Int8Vectors source = Int8Vectors.of(RandomVectors.of(70_000, 8, 1));
    Int8Vectors target = Int8Vectors.of(RandomVectors.of(300, 8, 2));
    assertThatThrownBy(
            () ->
                search(source, target)
                    .run(
                        done -> {
                          if (done > 1 << 16) {
                            throw new IllegalStateException("stop");
                          }
                        }))
        .hasMessage("stop");
    List<Integer> reported = new ArrayList<>();
    BidirectionalNeighbours resumed = search(source, target).run(reported::add);
    assertThat(reported).isNotEmpty().allMatch(done -> done > 1 << 16).endsWith(70_000);
    BidirectionalNeighbours exact = BidirectionalNeighbours.findExact(source, target, DEPTH, 2);
    // On ties, the candidate that was compared first is kept.
    assertThat(recall(resumed.forward(), exact.forward())).isGreaterThan(.999);
    assertThat(recall(resumed.backward(), exact.backward())).isGreaterThan(.999);
    List<Integer> again = new ArrayList<>();
    search(source, target).run(again::add);
    assertThat(again).as("the search is complete").isEmpty();
  }

  @Test
  void fewCandidatesHaveFewCells() {
    Int8Vectors source = Int8Vectors.of(RandomVectors.of(5, 8, 1));
    Int8Vectors target = Int8Vectors.of(RandomVectors.of(3, 8, 2));
    BidirectionalNeighbours cells = search(source, target).run(done -> {});
    BidirectionalNeighbours exact = BidirectionalNeighbours.findExact(source, target, DEPTH, 2);
    assertThat(cells.forward().count(0)).isEqualTo(3);
    assertThat(recall(cells.backward(), exact.backward())).isEqualTo(1);
  }
}
