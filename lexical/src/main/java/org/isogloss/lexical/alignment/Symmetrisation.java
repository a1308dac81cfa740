// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.AlignmentLink;

/**
 * How the alignments of both directions, in each of which a word has at most one counterpart, are
 * combined into one (Och and Ney 2003, section 3.3; Koehn, Och and Marcu 2003, section 3.1).
 */
public enum Symmetrisation {
  /**
   * Links that are likely in both directions: the geometric mean of their posterior probabilities
   * is {@link #AGREEMENT_THRESHOLD} or more. If only the most likely links of the directions are
   * known, the intersection.
   */
  AGREEMENT,
  /** Links that both directions have. */
  INTERSECTION,
  /** Links that either direction has. */
  UNION,
  /**
   * The intersection, extended by links of the union that are horizontally, vertically or
   * diagonally adjacent to an existing link and have at least one word without a link.
   */
  GROW_DIAG,
  /** {@link #GROW_DIAG}, then links of either direction with at least one word without a link. */
  GROW_DIAG_FINAL,
  /** {@link #GROW_DIAG}, then links of either direction whose words both have no link. */
  GROW_DIAG_FINAL_AND,
  /** The links of the forward direction: the counterpart of each target word. */
  FORWARD,
  /** The links of the backward direction: the counterpart of each source word. */
  BACKWARD;

  /** The minimum geometric mean of link probabilities for {@link #AGREEMENT}. */
  static final float AGREEMENT_THRESHOLD = 0.4f;

  private static final List<int[]> NEIGHBOURS =
      List.of(
          new int[] {-1, 0},
          new int[] {0, -1},
          new int[] {1, 0},
          new int[] {0, 1},
          new int[] {-1, -1},
          new int[] {-1, 1},
          new int[] {1, -1},
          new int[] {1, 1});

  /**
   * Combines two alignments.
   *
   * @param sources for each target word, the position of its source word, or -1
   * @param targets for each source word, the position of its target word, or -1
   */
  public Alignment combine(int[] sources, int[] targets) {
    Grid grid = new Grid(sources, targets);
    switch (this) {
      case AGREEMENT, INTERSECTION -> grid.intersect();
      case UNION -> grid.unite();
      case FORWARD -> grid.addForward(target -> true);
      case BACKWARD -> grid.addBackward(source -> true);
      case GROW_DIAG -> {
        grid.intersect();
        grid.grow();
      }
      case GROW_DIAG_FINAL -> {
        grid.intersect();
        grid.grow();
        grid.addForward(j -> grid.isFree(sources[j], j));
        grid.addBackward(i -> grid.isFree(i, targets[i]));
      }
      case GROW_DIAG_FINAL_AND -> {
        grid.intersect();
        grid.grow();
        grid.addForward(j -> grid.areFree(sources[j], j));
        grid.addBackward(i -> grid.areFree(i, targets[i]));
      }
    }
    return grid.alignment();
  }

  /** The links added so far, and the words that have a link. */
  private static final class Grid {
    private final int[] sources;
    private final int[] targets;
    private final boolean[][] linked;
    private final boolean[] sourceLinked;
    private final boolean[] targetLinked;
    private final List<AlignmentLink> links = new ArrayList<>();

    Grid(int[] sources, int[] targets) {
      this.sources = sources;
      this.targets = targets;
      linked = new boolean[targets.length][sources.length];
      sourceLinked = new boolean[targets.length];
      targetLinked = new boolean[sources.length];
    }

    void add(int i, int j) {
      if (!linked[i][j]) {
        linked[i][j] = true;
        sourceLinked[i] = true;
        targetLinked[j] = true;
        links.add(new AlignmentLink(i, j));
      }
    }

    boolean isFree(int i, int j) {
      return !sourceLinked[i] || !targetLinked[j];
    }

    boolean areFree(int i, int j) {
      return !sourceLinked[i] && !targetLinked[j];
    }

    void intersect() {
      for (int j = 0; j < sources.length; j++) {
        if (sources[j] >= 0 && targets[sources[j]] == j) {
          add(sources[j], j);
        }
      }
    }

    void unite() {
      addForward(target -> true);
      addBackward(source -> true);
    }

    void addForward(IntPredicate filter) {
      for (int j = 0; j < sources.length; j++) {
        if (sources[j] >= 0 && filter.test(j)) {
          add(sources[j], j);
        }
      }
    }

    void addBackward(IntPredicate filter) {
      for (int i = 0; i < targets.length; i++) {
        if (targets[i] >= 0 && filter.test(i)) {
          add(i, targets[i]);
        }
      }
    }

    /**
     * Adds neighbours of links, including links added in the process, until there are no new links.
     */
    void grow() {
      int previousSize;
      do {
        previousSize = links.size();
        for (int i = 0; i < targets.length; i++) {
          for (int j = 0; j < sources.length; j++) {
            if (linked[i][j]) {
              growFrom(i, j);
            }
          }
        }
      } while (links.size() > previousSize);
    }

    private void growFrom(int i, int j) {
      for (int[] step : NEIGHBOURS) {
        int source = i + step[0];
        int target = j + step[1];
        if (source >= 0
            && source < targets.length
            && target >= 0
            && target < sources.length
            && (sources[target] == source || targets[source] == target)
            && isFree(source, target)) {
          add(source, target);
        }
      }
    }

    Alignment alignment() {
      return Alignment.of(links);
    }
  }
}
