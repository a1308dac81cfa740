// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.isogloss.lexical.AlignmentLink;
import org.junit.jupiter.api.Test;

class SymmetrisationTest {
  /**
   * "he assumes that she stays" and "er geht davon aus , dass sie bleibt": in the forward
   * direction, each German word has an English counterpart; in the backward direction, "assumes"
   * has only "geht".
   */
  private static final int[] SOURCES = {0, 1, 1, 1, -1, 2, 3, 4};

  private static final int[] TARGETS = {0, 1, 5, 6, 7};

  private static String combined(Symmetrisation symmetrisation, int[] sources, int[] targets) {
    return symmetrisation.combine(sources, targets).toString();
  }

  @Test
  void intersectsBothDirections() {
    assertThat(combined(Symmetrisation.INTERSECTION, SOURCES, TARGETS))
        .isEqualTo("0-0 1-1 2-5 3-6 4-7");
  }

  @Test
  void growDiagAddsNeighboursOfLinks() {
    // 1-2 is adjacent to 1-1, and 1-3 to 1-2.
    assertThat(combined(Symmetrisation.GROW_DIAG, SOURCES, TARGETS))
        .isEqualTo("0-0 1-1 1-2 1-3 2-5 3-6 4-7");
  }

  @Test
  void growDiagOmitsLinksWithoutNeighbours() {
    int[] sources = {0, 0, -1, -1, 0};
    int[] targets = {0, 2};
    assertThat(combined(Symmetrisation.GROW_DIAG, sources, targets)).isEqualTo("0-0 0-1 1-2");
    assertThat(combined(Symmetrisation.GROW_DIAG_FINAL, sources, targets))
        .isEqualTo("0-0 0-1 0-4 1-2");
    assertThat(combined(Symmetrisation.GROW_DIAG_FINAL_AND, sources, targets))
        .isEqualTo("0-0 0-1 1-2");
  }

  @Test
  void finalStepLinksUnlinkedWords() {
    int[] sources = {0, -1, -1, 3};
    int[] targets = {0, -1, -1, -1};
    assertThat(combined(Symmetrisation.GROW_DIAG, sources, targets)).isEqualTo("0-0");
    assertThat(combined(Symmetrisation.GROW_DIAG_FINAL_AND, sources, targets)).isEqualTo("0-0 3-3");
  }

  @Test
  void growDiagAddsDiagonalNeighbours() {
    assertThat(combined(Symmetrisation.GROW_DIAG, new int[] {0, 1}, new int[] {0, -1}))
        .isEqualTo("0-0 1-1");
  }

  @Test
  void keepsLinksOfSingleDirection() {
    assertThat(combined(Symmetrisation.FORWARD, SOURCES, TARGETS))
        .isEqualTo("0-0 1-1 1-2 1-3 2-5 3-6 4-7");
    assertThat(combined(Symmetrisation.BACKWARD, SOURCES, TARGETS))
        .isEqualTo("0-0 1-1 2-5 3-6 4-7");
  }

  /** Alignments of both directions. */
  record Both(int[] sources, int[] targets) {
    Set<AlignmentLink> links(Symmetrisation symmetrisation) {
      return new HashSet<>(symmetrisation.combine(sources, targets).links());
    }
  }

  @Provide
  Arbitrary<Both> both() {
    Arbitrary<Integer> length = Arbitraries.integers().between(1, 9);
    return Combinators.combine(length, length)
        .flatAs(
            (l, m) ->
                Combinators.combine(
                        Arbitraries.integers().between(-1, l - 1).array(int[].class).ofSize(m),
                        Arbitraries.integers().between(-1, m - 1).array(int[].class).ofSize(l))
                    .as(Both::new));
  }

  @Property
  void eachStepOnlyAddsLinks(@ForAll("both") Both both) {
    Set<AlignmentLink> intersection = both.links(Symmetrisation.INTERSECTION);
    Set<AlignmentLink> grown = both.links(Symmetrisation.GROW_DIAG);
    Set<AlignmentLink> union = both.links(Symmetrisation.UNION);
    assertThat(grown).containsAll(intersection);
    for (Symmetrisation last :
        Set.of(Symmetrisation.GROW_DIAG_FINAL, Symmetrisation.GROW_DIAG_FINAL_AND)) {
      assertThat(both.links(last)).containsAll(grown);
      assertThat(union).containsAll(both.links(last));
    }
    Set<AlignmentLink> directions = both.links(Symmetrisation.FORWARD);
    Set<AlignmentLink> common = new HashSet<>(directions);
    common.retainAll(both.links(Symmetrisation.BACKWARD));
    directions.addAll(both.links(Symmetrisation.BACKWARD));
    assertThat(union).isEqualTo(directions);
    assertThat(intersection).isEqualTo(common);
  }
}
