// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.BitSet;
import java.util.function.IntPredicate;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.core.util.Margin;
import org.isogloss.search.links.PassageVectors.Range;

/**
 * Finds the passages of two languages that are mutually the best translation of each other: of its
 * {@value #NEIGHBOURS} nearest passages in the other language, the best translation of a passage is
 * the one with the highest ratio margin, so that a passage that is near to many is not taken for
 * one (Artetxe and Schwenk, ACL 2019).
 */
final class PassageAligner {
  private static final int NEIGHBOURS = 4;

  private final PassageVectors vectors;
  private final NearestPassages ofFirst;
  private final NearestPassages ofSecond;
  private final BitSet first;
  private final BitSet second;

  /** Receives two passages. */
  @FunctionalInterface
  interface PairVisitor {
    /**
     * Receives a passage of the first language, one of the second, their cosine and their ratio
     * margin.
     */
    void accept(int first, int second, double cosine, double margin);
  }

  /**
   * Finds the neighbours.
   *
   * @param first the passages of the first language
   * @param second those of the second language
   * @param examined the passages of either language whose best translations are sought
   * @param excluded whether a passage is left out
   */
  PassageAligner(
      PassageVectors vectors,
      Range first,
      Range second,
      IntPredicate examined,
      IntPredicate excluded,
      WorkerPool workers) {
    this.vectors = vectors;
    this.first = passages(first, examined.and(excluded.negate()));
    this.second = passages(second, examined.and(excluded.negate()));
    this.ofFirst =
        new NearestPassages(
            vectors, first, passages(second, excluded.negate()), NEIGHBOURS, workers);
    this.ofSecond =
        new NearestPassages(
            vectors, second, passages(first, excluded.negate()), NEIGHBOURS, workers);
    findAll();
  }

  private static BitSet passages(Range language, IntPredicate included) {
    BitSet passages = new BitSet();
    for (int passage = language.from(); passage < language.to(); passage++) {
      passages.set(passage, included.test(passage));
    }
    return passages;
  }

  /**
   * Finds the neighbours of the examined passages, of these neighbours, because a pair must be best
   * in both directions, and of the neighbours of these, for the margins.
   */
  private void findAll() {
    if (ofFirst.hasCandidates(second) && ofSecond.hasCandidates(first)) {
      ofFirst.findAll(ofSecond);
      return;
    }
    BitSet nextFirst = first;
    BitSet nextSecond = second;
    for (int step = 0; step < 3; step++) {
      ofFirst.find(nextFirst);
      ofSecond.find(nextSecond);
      BitSet reached = ofFirst.neighboursOf(nextFirst);
      nextFirst = ofSecond.neighboursOf(nextSecond);
      nextSecond = reached;
    }
  }

  /** Passes each pair of which a passage is examined to a visitor once. */
  void forEachPair(PairVisitor visitor) {
    first.stream()
        .forEach(
            passage -> {
              int best = best(ofFirst, ofSecond, passage);
              if (best >= 0 && best(ofSecond, ofFirst, best) == passage) {
                visit(passage, best, visitor);
              }
            });
    second.stream()
        .forEach(
            passage -> {
              int best = best(ofSecond, ofFirst, passage);
              if (best >= 0 && !first.get(best) && best(ofFirst, ofSecond, best) == passage) {
                visit(best, passage, visitor);
              }
            });
  }

  private void visit(int inFirst, int inSecond, PairVisitor visitor) {
    double cosine = vectors.cosine(inFirst, inSecond);
    double mean = (mean(ofFirst, inFirst) + mean(ofSecond, inSecond)) / 2;
    visitor.accept(inFirst, inSecond, cosine, Margin.RATIO.score(cosine, mean));
  }

  /** Returns the mean cosine with the neighbours, where missing ones are as far as possible. */
  private static double mean(NearestPassages neighbours, int passage) {
    return neighbours.meanCosine(passage) * neighbours.count(passage) / NEIGHBOURS;
  }

  /** Returns the neighbour with the highest margin; -1 if a passage has no neighbour. */
  private static int best(NearestPassages neighbours, NearestPassages back, int passage) {
    int best = -1;
    double highest = Double.NEGATIVE_INFINITY;
    double ownMean = neighbours.meanCosine(passage);
    for (int rank = 0; rank < neighbours.count(passage); rank++) {
      int neighbour = neighbours.neighbour(passage, rank);
      double mean = (ownMean + back.meanCosine(neighbour)) / 2;
      double margin = Margin.RATIO.score(neighbours.cosine(passage, rank), mean);
      if (margin > highest) {
        highest = margin;
        best = neighbour;
      }
    }
    return best;
  }
}
