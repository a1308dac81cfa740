// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.core.util.Margin;
import org.isogloss.mining.scoring.MinedPair;
import org.isogloss.mining.scoring.PairSelection;

/** A reference implementation of mining that follows the paper literally, without optimisation. */
final class ReferenceMining {
  private final Int8Vectors source;
  private final Int8Vectors target;
  private final int k;

  ReferenceMining(Int8Vectors source, Int8Vectors target, int k) {
    this.source = source;
    this.target = target;
    this.k = k;
  }

  int product(int x, int y) {
    return RandomVectors.dot(source.row(x), target.row(y));
  }

  double cosine(int x, int y) {
    return product(x, y) * ((double) source.step() * target.step());
  }

  /** The k nearest target sentences of x. */
  List<Integer> forward(int x) {
    return IntStream.range(0, target.size())
        .boxed()
        .sorted(Comparator.comparingInt(y -> -product(x, y)))
        .limit(k)
        .toList();
  }

  /** The k nearest source sentences of y. */
  List<Integer> backward(int y) {
    return IntStream.range(0, source.size())
        .boxed()
        .sorted(Comparator.comparingInt(x -> -product(x, y)))
        .limit(k)
        .toList();
  }

  double score(int x, int y, Margin margin) {
    double sum = 0;
    List<Integer> nearX = forward(x);
    List<Integer> nearY = backward(y);
    for (int z : nearX) {
      sum += cosine(x, z) / (2 * nearX.size());
    }
    for (int z : nearY) {
      sum += cosine(z, y) / (2 * nearY.size());
    }
    return margin.score(cosine(x, y), sum);
  }

  private List<MinedPair> bestForward(Margin margin) {
    List<MinedPair> pairs = new ArrayList<>();
    for (int x = 0; x < source.size(); x++) {
      MinedPair best = new MinedPair(-1, -1, Double.NEGATIVE_INFINITY);
      for (int y : forward(x)) {
        double score = score(x, y, margin);
        best = score > best.score() + 1e-12 ? new MinedPair(x, y, score) : best;
      }
      pairs.add(best);
    }
    return pairs;
  }

  private List<MinedPair> bestBackward(Margin margin) {
    List<MinedPair> pairs = new ArrayList<>();
    for (int y = 0; y < target.size(); y++) {
      MinedPair best = new MinedPair(-1, -1, Double.NEGATIVE_INFINITY);
      for (int x : backward(y)) {
        double score = score(x, y, margin);
        best = score > best.score() + 1e-12 ? new MinedPair(x, y, score) : best;
      }
      pairs.add(best);
    }
    return pairs;
  }

  private record Sentences(int source, int target) {
    static Sentences of(MinedPair pair) {
      return new Sentences(pair.source(), pair.target());
    }
  }

  List<MinedPair> pairs(Margin margin, PairSelection selection) {
    List<MinedPair> pairs = new ArrayList<>();
    if (selection != PairSelection.BACKWARD) {
      pairs.addAll(bestForward(margin));
    }
    if (selection == PairSelection.BACKWARD || selection == PairSelection.MAX) {
      pairs.addAll(bestBackward(margin));
    }
    if (selection == PairSelection.INTERSECTION) {
      Set<Sentences> other = new HashSet<>();
      bestBackward(margin).forEach(pair -> other.add(Sentences.of(pair)));
      pairs.removeIf(pair -> !other.contains(Sentences.of(pair)));
    }
    pairs.sort(Comparator.comparingDouble(pair -> -pair.score()));
    if (selection == PairSelection.MAX) {
      Set<Integer> sources = new HashSet<>();
      Set<Integer> targets = new HashSet<>();
      pairs.removeIf(
          pair -> {
            boolean free = !sources.contains(pair.source()) && !targets.contains(pair.target());
            if (free) {
              sources.add(pair.source());
              targets.add(pair.target());
            }
            return !free;
          });
    }
    return pairs;
  }
}
