// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.isogloss.core.util.Margin;
import org.isogloss.mining.scoring.MinedPair;
import org.isogloss.mining.scoring.PairSelection;

/**
 * The nearest neighbours in both directions, from which pairs are mined.
 *
 * @param forward the nearest target sentences of every source sentence
 * @param backward the nearest source sentences of every target sentence
 */
public record BidirectionalNeighbours(NeighbourLists forward, NeighbourLists backward) {
  /** Best first; equal scores in the order of the source, then of the target. */
  private static final Comparator<MinedPair> ORDER =
      Comparator.comparingDouble((MinedPair pair) -> -pair.score())
          .thenComparingInt(MinedPair::source)
          .thenComparingInt(MinedPair::target);

  public BidirectionalNeighbours {
    requireNonNull(forward, "forward is null");
    requireNonNull(backward, "backward is null");
  }

  /**
   * Finds neighbours by comparing all pairs.
   *
   * @param source vectors of the source sentences
   * @param target vectors of the target sentences
   * @param depth k, the maximum number of neighbours of each sentence, 1 or more
   * @param threads number of threads, 1 or more
   */
  public static BidirectionalNeighbours findExact(
      Int8Vectors source, Int8Vectors target, int depth, int threads) {
    return ExactNeighbourSearch.of(source, target, depth)
        .run(threads, ExactNeighbourSearch.Listener.NONE);
  }

  /**
   * Finds neighbours with an inverted file index, by comparing only with the nearest cells. The
   * search misses some neighbours, but is faster than {@link #findExact} for millions of sentences.
   *
   * @param file the checkpoint of the search, from which an interrupted search is resumed
   */
  public static BidirectionalNeighbours findByIvf(
      Path file, Int8Vectors source, Int8Vectors target, int depth, int threads) {
    NeighbourCheckpoint saved = new NeighbourCheckpoint(file, source, target);
    return new IvfSearch(saved, source, target, depth, threads).run(done -> {});
  }

  /** Scores the pairs of neighbours and returns the selected ones, best first. */
  public List<MinedPair> pairs(Margin margin, PairSelection selection) {
    double[] sourceMeans = means(forward);
    double[] targetMeans = means(backward);
    List<MinedPair> pairs = new ArrayList<>();
    if (selection != PairSelection.BACKWARD) {
      for (int i = 0; i < forward.size(); i++) {
        int rank = best(forward, i, margin, sourceMeans, targetMeans);
        if (rank >= 0) {
          int j = forward.candidate(i, rank);
          double mean = (sourceMeans[i] + targetMeans[j]) / 2;
          pairs.add(new MinedPair(i, j, margin.score(forward.cosine(i, rank), mean)));
        }
      }
    }
    if (selection != PairSelection.FORWARD) {
      addBackward(pairs, margin, selection, sourceMeans, targetMeans);
    }
    pairs.sort(ORDER);
    return selection == PairSelection.MAX ? oneToOne(pairs) : pairs;
  }

  private static double[] means(NeighbourLists neighbours) {
    double[] means = new double[neighbours.size()];
    for (int i = 0; i < means.length; i++) {
      means[i] = neighbours.meanCosine(i);
    }
    return means;
  }

  /** Returns the rank of the neighbour with the highest score; -1 if there is no neighbour. */
  private static int best(
      NeighbourLists neighbours, int sentence, Margin margin, double[] means, double[] otherMeans) {
    int best = -1;
    double highest = Double.NEGATIVE_INFINITY;
    for (int rank = 0; rank < neighbours.count(sentence); rank++) {
      double mean = (means[sentence] + otherMeans[neighbours.candidate(sentence, rank)]) / 2;
      double score = margin.score(neighbours.cosine(sentence, rank), mean);
      if (score > highest) {
        highest = score;
        best = rank;
      }
    }
    return best;
  }

  /** Adds the pairs of the other direction, or retains only pairs that occur in both directions. */
  private void addBackward(
      List<MinedPair> pairs,
      Margin margin,
      PairSelection selection,
      double[] sourceMeans,
      double[] targetMeans) {
    int[] bestSource = new int[backward.size()];
    List<MinedPair> others = new ArrayList<>();
    for (int j = 0; j < backward.size(); j++) {
      int rank = best(backward, j, margin, targetMeans, sourceMeans);
      bestSource[j] = rank < 0 ? -1 : backward.candidate(j, rank);
      if (rank >= 0 && selection != PairSelection.INTERSECTION) {
        double mean = (sourceMeans[bestSource[j]] + targetMeans[j]) / 2;
        others.add(new MinedPair(bestSource[j], j, margin.score(backward.cosine(j, rank), mean)));
      }
    }
    if (selection == PairSelection.INTERSECTION) {
      pairs.removeIf(pair -> bestSource[pair.target()] != pair.source());
    } else {
      pairs.addAll(others);
    }
  }

  /**
   * Selects pairs greedily so that each sentence occurs in at most one pair.
   *
   * @param pairs the pairs, best first
   * @return the selected pairs, best first
   */
  public static List<MinedPair> oneToOne(List<MinedPair> pairs) {
    BitSet sources = new BitSet();
    BitSet targets = new BitSet();
    List<MinedPair> kept = new ArrayList<>();
    for (MinedPair pair : pairs) {
      if (!sources.get(pair.source()) && !targets.get(pair.target())) {
        sources.set(pair.source());
        targets.set(pair.target());
        kept.add(pair);
      }
    }
    return kept;
  }
}
