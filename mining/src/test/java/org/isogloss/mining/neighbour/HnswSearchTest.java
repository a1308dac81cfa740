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

class HnswSearchTest {
  private static final int DEPTH = 4;

  @TempDir private Path folder;
  private final float[][] vectors = RandomVectors.of(6_000, 16, 3);
  private final Int8Vectors source = Int8Vectors.of(vectors);
  private final Int8Vectors target =
      Int8Vectors.of(RandomVectors.near(RandomVectors.of(2_000, 16, 4), .3, 5));

  private HnswSearch search() {
    NeighbourCheckpoint file =
        new NeighbourCheckpoint(folder.resolve("neighbours"), source, target);
    return new HnswSearch(folder.resolve("graphs"), file, source, target, DEPTH, 2);
  }

  @Test
  void hasHighRecall() {
    BidirectionalNeighbours graph = search().run(done -> {});
    BidirectionalNeighbours exact = BidirectionalNeighbours.findExact(source, target, DEPTH, 2);
    assertThat(recall(graph.forward(), exact.forward())).isGreaterThan(.95);
    assertThat(recall(graph.backward(), exact.backward())).isGreaterThan(.95);
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

  @Test
  void resumesAnInterruptedSearch() {
    int graphOfTarget = 2_000;
    List<Integer> reported = new ArrayList<>();
    assertThatThrownBy(
            () ->
                search()
                    .run(
                        done -> {
                          reported.add(done);
                          if (done > graphOfTarget + 1) {
                            throw new IllegalStateException("stop");
                          }
                        }))
        .hasMessage("stop");
    List<Integer> afterwards = new ArrayList<>();
    BidirectionalNeighbours resumed = search().run(afterwards::add);
    assertThat(reported).contains(1024);
    assertThat(afterwards).as("the graph of the target exists").doesNotContain(1024);
    assertThat(afterwards.getLast()).isEqualTo(2 * 8_000);
    assertThat(resumed.backward().count(1_999)).isEqualTo(DEPTH);
    List<Integer> again = new ArrayList<>();
    search().run(again::add);
    assertThat(again).as("the search is complete").isEmpty();
  }
}
