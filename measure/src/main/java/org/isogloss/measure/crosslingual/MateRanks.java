// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import java.util.Arrays;
import org.isogloss.core.util.DotProducts;

/**
 * The rank of each sentence's translation, its mate, among the candidates: mate retrieval as in
 * Tatoeba. The mate of sentence i is candidate i.
 */
public final class MateRanks {
  private final int[] ranks;

  private MateRanks(int[] ranks) {
    this.ranks = ranks;
  }

  /**
   * Ranks the mates by similarity. Of candidates with equal similarity, the first is ranked first,
   * as with argmax.
   *
   * @param similarities {@code [n, m]} with {@code m >= n}: row i contains the similarities of
   *     sentence i to all candidates; candidate i is its mate
   */
  public static MateRanks of(float[][] similarities) {
    int[] ranks = new int[similarities.length];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = rank(similarities[i], i);
    }
    return new MateRanks(ranks);
  }

  /**
   * Ranks the mates by the dot products of vectors, which are cosines if the vectors have unit
   * length. The whole similarity matrix is never in memory.
   *
   * @param sentences {@code [n, dimension]}
   * @param candidates {@code [m, dimension]} with {@code m >= n}
   */
  public static MateRanks of(float[][] sentences, float[][] candidates) {
    int[] ranks = new int[sentences.length];
    float[] similarities = new float[candidates.length];
    for (int i = 0; i < ranks.length; i++) {
      for (int j = 0; j < candidates.length; j++) {
        similarities[j] = DotProducts.inSinglePrecision(sentences[i], candidates[j]);
      }
      ranks[i] = rank(similarities, i);
    }
    return new MateRanks(ranks);
  }

  /**
   * Returns ranks that were computed elsewhere.
   *
   * @param ranks rank of the mate of each sentence, from 1
   */
  public static MateRanks ofRanks(int[] ranks) {
    for (int i = 0; i < ranks.length; i++) {
      if (ranks[i] < 1) {
        throw new IllegalArgumentException(
            "the rank of sentence " + i + " is " + ranks[i] + ", expected 1 or more");
      }
    }
    return new MateRanks(ranks.clone());
  }

  private static int rank(float[] similarities, int mate) {
    if (mate >= similarities.length) {
      throw new IllegalArgumentException(
          "sentence " + mate + " has no mate among " + similarities.length + " candidates");
    }
    float mateSimilarity = similarities[mate];
    if (Float.isNaN(mateSimilarity)) {
      throw new IllegalArgumentException("similarity of sentence " + mate + " is not a number");
    }
    int rank = 1;
    for (int j = 0; j < similarities.length; j++) {
      rank +=
          similarities[j] > mateSimilarity || (similarities[j] == mateSimilarity && j < mate)
              ? 1
              : 0;
    }
    return rank;
  }

  /**
   * The share of sentences whose most similar candidate is their mate.
   *
   * @param nearest for each sentence, the index of its most similar candidate
   */
  public static double accuracy(int[] nearest) {
    int found = 0;
    for (int i = 0; i < nearest.length; i++) {
      found += nearest[i] == i ? 1 : 0;
    }
    return nearest.length == 0 ? 0 : found / (double) nearest.length;
  }

  /** The ranks of the mates, from 1, in the order of the sentences. */
  public int[] ranks() {
    return ranks.clone();
  }

  /** The share of sentences whose mate has rank 1, from 0 to 1. */
  public double accuracy() {
    return success(1);
  }

  /** The share of sentences whose mate is among the first {@code depth} candidates. */
  public double success(int depth) {
    return Arrays.stream(ranks).mapToDouble(rank -> rank <= depth ? 1 : 0).average().orElse(0);
  }

  /** The mean of 1 / rank. With one mate per sentence, this equals MAP. */
  public double meanReciprocalRank() {
    return Arrays.stream(ranks).mapToDouble(rank -> 1.0 / rank).average().orElse(0);
  }
}
