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

  /** 8,000 candidates are in 252 cells, of which a sentence is looked for in 128. */
  @Test
  void findsNearlyAllThatComparingAllFinds() {
    float[][] vectors = RandomVectors.of(8_000, 48, 3);
    Int8Vectors source = Int8Vectors.of(RandomVectors.near(vectors, .3, 5));
    Int8Vectors target = Int8Vectors.of(vectors);
    BidirectionalNeighbours cells = search(source, target).run(done -> {});
    BidirectionalNeighbours exact = BidirectionalNeighbours.findExact(source, target, DEPTH, 2);
    assertThat(same(cells.forward(), exact.forward())).isBetween(.8, .999);
    assertThat(same(cells.backward(), exact.backward())).isBetween(.8, .999);
  }

  /** Which part of the exact neighbours are found, with the same cosines. */
  private static double same(NeighbourLists found, NeighbourLists exact) {
    int same = 0;
    for (int i = 0; i < exact.size(); i++) {
      for (int rank = 0; rank < DEPTH; rank++) {
        for (int other = 0; other < found.count(i); other++) {
          if (found.candidate(i, other) == exact.candidate(i, rank)) {
            assertThat(found.cosine(i, other)).isEqualTo(exact.cosine(i, rank));
            same++;
          }
        }
      }
    }
    return same / (double) (exact.size() * DEPTH);
  }

  /** A block is of 65,536 sentences; all of the few cells are looked into. */
  @Test
  void aSearchThatWasStoppedGoesOn() {
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
    List<Integer> heard = new ArrayList<>();
    BidirectionalNeighbours resumed = search(source, target).run(heard::add);
    assertThat(heard).isNotEmpty().allMatch(done -> done > 1 << 16).endsWith(70_000);
    BidirectionalNeighbours exact = BidirectionalNeighbours.findExact(source, target, DEPTH, 2);
    // Of equal products the one that was met first is kept.
    assertThat(same(resumed.forward(), exact.forward())).isGreaterThan(.999);
    assertThat(same(resumed.backward(), exact.backward())).isGreaterThan(.999);
    List<Integer> again = new ArrayList<>();
    search(source, target).run(again::add);
    assertThat(again).as("all is there").isEmpty();
  }

  @Test
  void fewCandidatesAreFewCells() {
    Int8Vectors source = Int8Vectors.of(RandomVectors.of(5, 8, 1));
    Int8Vectors target = Int8Vectors.of(RandomVectors.of(3, 8, 2));
    BidirectionalNeighbours cells = search(source, target).run(done -> {});
    BidirectionalNeighbours exact = BidirectionalNeighbours.findExact(source, target, DEPTH, 2);
    assertThat(cells.forward().count(0)).isEqualTo(3);
    assertThat(same(cells.backward(), exact.backward())).isEqualTo(1);
  }
}
