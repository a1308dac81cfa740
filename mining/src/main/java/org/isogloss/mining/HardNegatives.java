// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Finds hard negatives for the training of a ranking: documents that a model ranks high for a query
 * although they are not known to be relevant (Xiong et al., <i>Approximate nearest neighbor
 * negative contrastive learning for dense text retrieval</i>, ICLR 2021). A document that the model
 * ranks above the relevant one may be relevant itself, so negatives are taken from the documents
 * that follow the best relevant document in the ranking (Moreira et al., <i>NV-Retriever</i>,
 * 2024).
 *
 * @param negatives maximum number of negatives of a query, 1 or more
 * @param candidates number of documents after the relevant one from which they are drawn at random,
 *     {@code negatives} or more
 * @param margin how much lower than the score of the best relevant document that of a negative is
 *     at least, 0 or more
 * @param seed seed of the random choices
 */
public record HardNegatives(int negatives, int candidates, double margin, long seed) {
  public HardNegatives {
    if (negatives < 1 || candidates < negatives) {
      throw new IllegalArgumentException(
          "negatives is "
              + negatives
              + " and candidates "
              + candidates
              + ", expected 1 or more, and as many candidates or more");
    }
    if (!(margin >= 0 && margin < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("margin is " + margin + ", expected 0 or more");
    }
  }

  /**
   * The judgements of a query.
   *
   * @param relevant indices of its relevant documents; without any, it gets no negatives
   * @param judged indices of all documents that are no negatives, in ascending order: the relevant
   *     ones and those that are judged to be irrelevant already
   */
  public record JudgedDocuments(int[] relevant, int[] judged) {}

  /**
   * Finds the negatives of each query.
   *
   * @param scores of queries, as sentences, with documents, as candidates
   * @param judgements of each query
   * @param threads number of threads, 1 or more
   * @return for each query the indices of its negatives, in descending order of their scores; fewer
   *     than {@code negatives} if the model ranks the relevant documents last
   */
  public List<int[]> find(
      PairwiseScores scores, List<JudgedDocuments> judgements, int threads, MateListener listener) {
    if (judgements.size() != scores.sentenceCount()) {
      throw new IllegalArgumentException(
          "judgements of "
              + judgements.size()
              + " queries, but scores of "
              + scores.sentenceCount());
    }
    List<List<MateRetrieval.Mate>> ranked =
        MateRetrieval.find(
            new ScoresBelowRelevant(scores, judgements, margin), candidates, threads, listener);
    List<int[]> chosen = new ArrayList<>();
    for (int query = 0; query < ranked.size(); query++) {
      chosen.add(draw(query, ranked.get(query)));
    }
    return chosen;
  }

  /** Draws from the candidates of a query without replacement. */
  private int[] draw(int query, List<MateRetrieval.Mate> ranked) {
    int[] below =
        ranked.stream()
            .filter(mate -> mate.score() > Float.NEGATIVE_INFINITY)
            .mapToInt(MateRetrieval.Mate::candidate)
            .toArray();
    SplittableRandom random = new SplittableRandom(seed ^ (query * 0x9E3779B97F4A7C15L));
    int missing = Math.min(negatives, below.length);
    int[] drawn = new int[missing];
    for (int i = 0; missing > 0; i++) {
      // Each of the remaining ones is drawn with equal probability, in their order.
      if (random.nextInt(below.length - i) < missing) {
        drawn[drawn.length - missing] = below[i];
        missing--;
      }
    }
    return drawn;
  }

  /** Scores in which documents that are no negatives of a query have negative infinity. */
  private static final class ScoresBelowRelevant implements PairwiseScores {
    private final PairwiseScores scores;
    private final List<JudgedDocuments> judgements;
    private final float[] limits;

    ScoresBelowRelevant(PairwiseScores scores, List<JudgedDocuments> judgements, double margin) {
      this.scores = scores;
      this.judgements = judgements;
      this.limits = new float[judgements.size()];
      for (int query = 0; query < limits.length; query++) {
        double best = Double.NEGATIVE_INFINITY;
        for (int document : judgements.get(query).relevant()) {
          best = Math.max(best, scores.score(query, document));
        }
        limits[query] = (float) (best - margin);
      }
    }

    @Override
    public int sentenceCount() {
      return scores.sentenceCount();
    }

    @Override
    public int candidateCount() {
      return scores.candidateCount();
    }

    @Override
    public boolean sentenceHasContent(int sentence) {
      return scores.sentenceHasContent(sentence);
    }

    @Override
    public boolean candidateHasContent(int candidate) {
      return scores.candidateHasContent(candidate);
    }

    @Override
    public float score(int query, int document) {
      float score = scores.score(query, document);
      return score < limits[query]
              && Arrays.binarySearch(judgements.get(query).judged(), document) < 0
          ? score
          : Float.NEGATIVE_INFINITY;
    }

    @Override
    public Block block(int first, int threads) {
      Block block = scores.block(first, threads);
      return new Block() {
        @Override
        public int size() {
          return block.size();
        }

        @Override
        public float[] scores(int query) {
          float[] row = block.scores(query);
          for (int i = 0; i < row.length; i++) {
            if (!(row[i] < limits[query])) {
              row[i] = Float.NEGATIVE_INFINITY;
            }
          }
          int[] judged = judgements.get(query).judged();
          int from = Arrays.binarySearch(judged, first);
          for (int i = from < 0 ? -from - 1 : from;
              i < judged.length && judged[i] < first + row.length;
              i++) {
            row[judged[i] - first] = Float.NEGATIVE_INFINITY;
          }
          return row;
        }
      };
    }
  }
}
