// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;

class PageSplitsTest {
  private static final List<String> LINKS =
      IntStream.range(0, 100).mapToObj(i -> "page" + i).toList();

  private static List<Optional<Split>> splits(PageSplits splits) {
    return LINKS.stream().map(splits::of).toList();
  }

  @Test
  void assignsAsManyPagesAsTheSizesState() {
    PageSplits splits = new PageSplits(LINKS, new SplitSizes(50, 20, 10), 1);
    assertThat(splits.sizes())
        .isEqualTo(Map.of(Split.TRAIN, 50L, Split.VALIDATION, 20L, Split.TEST, 10L));
    assertThat(splits(splits)).filteredOn(Optional::isEmpty).hasSize(20);
    assertThat(splits.of("other")).isEmpty();
  }

  @Test
  void reducesTheSizesInProportion() {
    PageSplits splits = new PageSplits(LINKS, SplitSizes.DEFAULT, 1);
    assertThat(splits.sizes())
        .isEqualTo(Map.of(Split.TRAIN, 84L, Split.VALIDATION, 8L, Split.TEST, 8L));
    assertThat(new SplitSizes(0, 0, 5).fittedTo(3)).isEqualTo(new SplitSizes(0, 0, 3));
    assertThat(new SplitSizes(0, 0, 0).fittedTo(3)).isEqualTo(new SplitSizes(0, 0, 0));
  }

  @Test
  void dependsOnTheSeedAndNotOnTheOrder() {
    SplitSizes sizes = new SplitSizes(50, 20, 10);
    List<Optional<Split>> splits = splits(new PageSplits(LINKS, sizes, 1));
    assertThat(splits(new PageSplits(LINKS.reversed(), sizes, 1))).isEqualTo(splits);
    assertThat(splits(new PageSplits(LINKS, sizes, 2))).isNotEqualTo(splits);
  }

  @Test
  void rejectsNegativeSizes() {
    assertThatThrownBy(() -> new SplitSizes(1, -1, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("1, -1 and 1, expected 0 or more");
  }
}
