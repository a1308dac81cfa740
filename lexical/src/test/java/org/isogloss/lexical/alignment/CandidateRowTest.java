// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CandidateRowTest {
  private static Set<Integer> selected(int max, double... shares) {
    double[] counts = new double[shares.length];
    Arrays.fill(counts, 1);
    CandidateRow row = new CandidateRow(new Cooccurrences.TargetCounts(counts, shares.length));
    row.addAll(shares);
    return IntStream.range(0, row.select(max)).mapToObj(row::candidate).collect(Collectors.toSet());
  }

  @Test
  void keepsTheStrongestCandidatesAmongTies() {
    assertThat(selected(2, 1, 1, 1, 5)).containsExactlyInAnyOrder(0, 3);
    assertThat(selected(3, 1, 2, 1, 2, 1)).containsExactlyInAnyOrder(0, 1, 3);
    assertThat(selected(2, 1, 1, 1, 1)).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void keepsAllCandidatesUpToTheMaximum() {
    assertThat(selected(3, 1, 0, 2)).containsExactlyInAnyOrder(0, 2);
  }
}
