// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.options;

import org.isogloss.core.util.Margin;
import org.isogloss.mining.MiningOptions;
import org.isogloss.mining.scoring.PairSelection;
import picocli.CommandLine.Option;

/** Options that score and select pairs of sentences by margin. */
public final class MarginOptions {
  @Option(
      names = "--neighbours",
      paramLabel = "K",
      description = "Number of nearest neighbours of the margin (default: ${DEFAULT-VALUE}).")
  private int neighbours = MiningOptions.DEFAULT_NEIGHBOURS;

  @Option(
      names = "--margin",
      paramLabel = "ratio|distance|cosine",
      description =
          "Divide the cosine by the mean cosine of the neighbours (ratio, default), subtract"
              + " the mean (distance), or use the cosine alone.")
  private Margin margin = Margin.RATIO;

  @Option(
      names = "--selection",
      paramLabel = "max|intersection|forward|backward",
      description =
          "Select the best candidates of either side, one to one (max, default); of both sides;"
              + " of the source; or of the target.")
  private PairSelection selection = PairSelection.MAX;

  @Option(
      names = "--threshold",
      paramLabel = "SCORE",
      description = "Exclude pairs with a lower score (default: none).")
  private double threshold = Double.NEGATIVE_INFINITY;

  /**
   * Returns the number of nearest neighbours of the margin.
   *
   * @throws org.isogloss.core.IsoglossException if it is less than 1
   */
  public int neighbours() {
    OptionValidation.requireOneOrMore("--neighbours", neighbours);
    return neighbours;
  }

  /** Returns how a cosine is compared with those of the neighbours. */
  public Margin margin() {
    return margin;
  }

  /** Returns how pairs are selected among the candidates. */
  public PairSelection selection() {
    return selection;
  }

  /** Returns the minimum score of a pair, negative infinity if none. */
  public double threshold() {
    return threshold;
  }
}
