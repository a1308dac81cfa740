// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.Arrays;

/**
 * A quadtree of points of the plane, for the approximation of Barnes and Hut (1986). The points are
 * sorted along the Z-order curve, so that the points of a cell are consecutive, and the cells are
 * stored in depth-first order: the descendants of a cell follow it, and {@code next} is the first
 * cell after them. A traversal is therefore a loop without a stack.
 *
 * <p>A cell is the smallest square of the quadtree that contains its points; cells with a single
 * occupied quadrant are left out. A cell with at most eight points is a leaf, and so is one of
 * 2^-20 of the width of the root, however many points it has. A tree of {@code n} points has fewer
 * than {@code 2n} cells.
 */
final class QuadTree {
  /** Maximum number of points. */
  static final int MAX_POINTS = 1 << 22;

  /** A key is the place of a point on the curve, then the number of the point. */
  private static final int INDEX_BITS = Integer.numberOfTrailingZeros(MAX_POINTS);

  private static final int LEVELS = 20;
  private static final int LEAF = 8;

  private final long[] keys;
  private final int[] order;
  private final double[] x;
  private final double[] y;
  private final double[] centreX;
  private final double[] centreY;
  private final double[] squaredWidth;
  private final int[] first;
  private final int[] last;
  private final int[] next;
  private final boolean[] leaf;
  private int cells;
  private double width;

  /**
   * Creates a tree without points.
   *
   * @param size number of points, from 1 to {@link #MAX_POINTS}
   */
  QuadTree(int size) {
    keys = new long[size];
    order = new int[size];
    x = new double[size];
    y = new double[size];
    centreX = new double[2 * size];
    centreY = new double[2 * size];
    squaredWidth = new double[2 * size];
    first = new int[2 * size];
    last = new int[2 * size];
    next = new int[2 * size];
    leaf = new boolean[2 * size];
  }

  /** Replaces the points. */
  void build(double[] pointX, double[] pointY) {
    double lowX = Arrays.stream(pointX).min().orElseThrow();
    double lowY = Arrays.stream(pointY).min().orElseThrow();
    width =
        Math.max(
            Arrays.stream(pointX).max().orElseThrow() - lowX,
            Arrays.stream(pointY).max().orElseThrow() - lowY);
    double scale = width > 0 ? ((1 << LEVELS) - 1) / width : 0;
    for (int i = 0; i < keys.length; i++) {
      long column = (long) ((pointX[i] - lowX) * scale);
      long row = (long) ((pointY[i] - lowY) * scale);
      keys[i] = (spread(column) | spread(row) << 1) << INDEX_BITS | i;
    }
    Arrays.sort(keys);
    for (int i = 0; i < keys.length; i++) {
      order[i] = (int) (keys[i] & (MAX_POINTS - 1));
      x[i] = pointX[order[i]];
      y[i] = pointY[order[i]];
    }
    cells = 0;
    addCell(0, keys.length);
  }

  /** Moves bit {@code i} of a number to bit {@code 2i}. */
  private static long spread(long number) {
    long spread = number;
    spread = (spread | spread << 16) & 0x0000ffff0000ffffL;
    spread = (spread | spread << 8) & 0x00ff00ff00ff00ffL;
    spread = (spread | spread << 4) & 0x0f0f0f0f0f0f0f0fL;
    spread = (spread | spread << 2) & 0x3333333333333333L;
    return (spread | spread << 1) & 0x5555555555555555L;
  }

  /** Adds the cell of the points from {@code begin} to before {@code end}, and its descendants. */
  private void addCell(int begin, int end) {
    int cell = cells++;
    long differing = (keys[begin] ^ keys[end - 1]) >>> INDEX_BITS;
    int level = (Long.numberOfLeadingZeros(differing) - (Long.SIZE - 2 * LEVELS)) / 2;
    double sumX = 0;
    double sumY = 0;
    for (int i = begin; i < end; i++) {
      sumX += x[i];
      sumY += y[i];
    }
    centreX[cell] = sumX / (end - begin);
    centreY[cell] = sumY / (end - begin);
    squaredWidth[cell] = Math.scalb(width * width, -2 * level);
    first[cell] = begin;
    last[cell] = end;
    leaf[cell] = end - begin <= LEAF || level == LEVELS;
    if (!leaf[cell]) {
      int shift = INDEX_BITS + 2 * (LEVELS - 1 - level);
      int from = begin;
      while (from < end) {
        int to = from + 1;
        while (to < end && keys[to] >>> shift == keys[from] >>> shift) {
          to++;
        }
        addCell(from, to);
        from = to;
      }
    }
    next[cell] = cells;
  }

  /** Returns the number of the point at a place of the Z-order curve. */
  int pointAt(int place) {
    return order[place];
  }

  /**
   * Adds the repulsion of all other points on the point at a place of the curve: {@code sum_j
   * w_ij^2 (y_i - y_j)}, and {@code sum_j w_ij}. A cell whose width is less than {@code theta}
   * times its distance from the point counts as its number of points, all in its centre (van der
   * Maaten 2014, equation 9).
   *
   * @param squaredTheta from 0 to 0.49; a point is then never part of a cell that is approximated
   * @param repulsionX receives the sum at the number of the point
   * @param repulsionY receives the sum at the number of the point
   * @param weightSums receives the sum at the number of the point
   */
  void repulsion(
      int place,
      double squaredTheta,
      double[] repulsionX,
      double[] repulsionY,
      double[] weightSums) {
    double xi = x[place];
    double yi = y[place];
    double rx = 0;
    double ry = 0;
    double sum = -1; // Leaves include the point itself, with weight 1.
    int cell = 0;
    while (cell < cells) {
      double dx = xi - centreX[cell];
      double dy = yi - centreY[cell];
      double squaredDistance = dx * dx + dy * dy;
      if (squaredWidth[cell] < squaredTheta * squaredDistance) {
        double weight = 1 / (1 + squaredDistance);
        double weights = weight * (last[cell] - first[cell]);
        double force = weight * weights;
        rx += force * dx;
        ry += force * dy;
        sum += weights;
        cell = next[cell];
      } else if (leaf[cell]) {
        for (int j = first[cell]; j < last[cell]; j++) {
          double px = xi - x[j];
          double py = yi - y[j];
          double weight = 1 / (1 + px * px + py * py);
          double force = weight * weight;
          rx += force * px;
          ry += force * py;
          sum += weight;
        }
        cell = next[cell];
      } else {
        cell++;
      }
    }
    repulsionX[order[place]] = rx;
    repulsionY[order[place]] = ry;
    weightSums[order[place]] = sum;
  }
}
