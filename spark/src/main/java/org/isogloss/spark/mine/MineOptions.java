// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.mine;

import static java.util.Objects.requireNonNull;

import java.util.OptionalInt;
import org.isogloss.core.util.Margin;
import org.isogloss.mining.scoring.PairSelection;

/**
 * Options of {@link MineJob}.
 *
 * @param source the output folder of {@code encode} for one language
 * @param target the output folder of {@code encode} for the other language
 * @param output the output folder
 * @param neighbours number of neighbours of the margin, 1 or more
 * @param margin how scores are computed
 * @param selection which pairs are selected
 * @param threshold pairs with a lower score are excluded
 * @param cells number of cells; empty for one for every 10,000 target passages
 * @param probes number of cells in which each source passage is compared, 1 or more
 * @param partitions number of partitions of the comparison and of the output, 1 or more
 */
public record MineOptions(
    String source,
    String target,
    String output,
    int neighbours,
    Margin margin,
    PairSelection selection,
    double threshold,
    OptionalInt cells,
    int probes,
    int partitions) {
  public MineOptions {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
    requireNonNull(output, "output is null");
    requireOneOrMore("neighbours", neighbours);
    requireOneOrMore("cells", cells.orElse(1));
    requireOneOrMore("probes", probes);
    requireOneOrMore("partitions", partitions);
  }

  private static void requireOneOrMore(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 or more");
    }
  }
}
