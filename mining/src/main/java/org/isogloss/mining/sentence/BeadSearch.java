// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.sentence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the sequence of beads with the lowest sum of costs by dynamic programming. Time and memory
 * (a byte for each cell) are proportional to the cells of the band.
 */
final class BeadSearch {
  private static final int[][] SINGLE = {{1, 1}, {1, 0}, {0, 1}};
  private static final int[][] ALL = {{1, 1}, {1, 0}, {0, 1}, {1, 2}, {2, 1}, {2, 2}};

  private final int sources;
  private final int targets;
  private final BeadCosts costs;
  private final Band band;
  private final int[][] shapes;

  private BeadSearch(int sources, int targets, BeadCosts costs, Band band, int[][] shapes) {
    this.sources = sources;
    this.targets = targets;
    this.costs = costs;
    this.band = band;
    this.shapes = shapes;
  }

  /** Aligns with beads 1-1, 1-0, 0-1, 1-2, 2-1 and 2-2. */
  static List<Bead> run(int sources, int targets, BeadCosts costs, Band band) {
    return new BeadSearch(sources, targets, costs, band, ALL).run();
  }

  /** Aligns with beads 1-1, 1-0 and 0-1. */
  static List<Bead> runSingle(int sources, int targets, BeadCosts costs, Band band) {
    return new BeadSearch(sources, targets, costs, band, SINGLE).run();
  }

  private List<Bead> run() {
    byte[][] choices = new byte[sources + 1][];
    double[][] sums = new double[sources + 1][];
    for (int i = 0; i <= sources; i++) {
      choices[i] = new byte[band.width(i)];
      sums[i] = new double[band.width(i)];
      Arrays.fill(sums[i], Double.POSITIVE_INFINITY);
      for (int j = band.first(i); j < band.first(i) + band.width(i); j++) {
        if (i == 0 && j == 0) {
          sums[0][0] = 0;
        } else {
          choose(sums, choices, i, j);
        }
      }
      if (i > 1) {
        sums[i - 2] = new double[0];
      }
    }
    return trace(choices);
  }

  private void choose(double[][] sums, byte[][] choices, int i, int j) {
    int column = j - band.first(i);
    for (int shape = 0; shape < shapes.length; shape++) {
      int from = i - shapes[shape][0];
      int to = j - shapes[shape][1];
      if (band.contains(from, to)) {
        double before = sums[from][to - band.first(from)];
        // Costs are not negative, so a worse beginning needs no look at its bead.
        if (before < sums[i][column]) {
          double sum = before + costs.cost(from, shapes[shape][0], to, shapes[shape][1]);
          if (sum < sums[i][column]) {
            sums[i][column] = sum;
            choices[i][column] = (byte) shape;
          }
        }
      }
    }
  }

  private List<Bead> trace(byte[][] choices) {
    List<Bead> beads = new ArrayList<>();
    int i = sources;
    int j = targets;
    while (i > 0 || j > 0) {
      int[] shape = shapes[choices[i][j - band.first(i)]];
      int from = i - shape[0];
      int to = j - shape[1];
      beads.add(new Bead(from, i, to, j, costs.cost(from, shape[0], to, shape[1])));
      i = from;
      j = to;
    }
    return beads.reversed();
  }
}
