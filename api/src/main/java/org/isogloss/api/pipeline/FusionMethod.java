// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;

/** Methods that combine several rankings for a query into one. */
public enum FusionMethod {
  /**
   * Reciprocal rank fusion (Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms
   * Condorcet and individual Rank Learning Methods", SIGIR 2009, the formula of section 2): the
   * score of a passage is the sum of {@code weight / (60 + rank)} over all rankings that contain
   * it, with ranks from 1.
   */
  RRF {
    @Override
    double[] normalise(List<Hit> hits) {
      double[] scores = new double[hits.size()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = 1.0 / (RRF_K + i + 1);
      }
      return scores;
    }

    @Override
    double missingScore(double[] normalised) {
      return 0;
    }
  },
  /**
   * The weighted sum of scores normalised to [0, 1], {@code (s - min) / (max - min)} (Lee,
   * "Analyses of multiple evidence combination", SIGIR 1997; the sum is CombSUM of Fox and Shaw,
   * 1994). If all scores are equal, they are normalised to 1. A passage that is missing from a
   * ranking has the normalised score of its last hit, 0.
   */
  WSUM {
    @Override
    double[] normalise(List<Hit> hits) {
      double[] scores = hits.stream().mapToDouble(Hit::score).toArray();
      double max = Arrays.stream(scores).max().orElse(0);
      double min = Arrays.stream(scores).min().orElse(0);
      Arrays.setAll(scores, i -> max > min ? (scores[i] - min) / (max - min) : 1);
      return scores;
    }

    @Override
    double missingScore(double[] normalised) {
      return 0;
    }
  },
  /**
   * The weighted sum of standard scores, {@code (s - mean) / standard deviation}, over the hits of
   * a ranking (ZMUV of Montague and Aslam, "Relevance score normalization for metasearch", CIKM
   * 2001). If all scores are equal, they are normalised to 0. A passage that is missing from a
   * ranking has the normalised score of its last hit.
   */
  ZSUM {
    @Override
    double[] normalise(List<Hit> hits) {
      return standardScores(hits);
    }

    @Override
    double missingScore(double[] normalised) {
      return Arrays.stream(normalised).min().orElse(0);
    }
  },
  /**
   * The weighted mean of ranks, negated so that higher is better (the ensemble models of Glavas and
   * Vulic, "Zero-Shot Language Transfer for Cross-Lingual Sentence Retrieval Using Bidirectional
   * Attention Model", ECIR 2019, section 4.1). Weights are divided by their sum. Ranks are the
   * positions in a {@link Ranking}, from 1: passages with equal scores have consecutive ranks in
   * its deterministic order. A passage that is missing from a ranking has the rank after its last
   * hit. A ranking without hits is left out, together with its weight.
   *
   * <p>Mean ranks are rounded to nine decimals: passages with equal means then have equal scores,
   * whatever the order of the sum, and weights in the same ratio give the same scores.
   */
  INTERPOLATE {
    @Override
    double[] normalise(List<Hit> hits) {
      double[] scores = new double[hits.size()];
      Arrays.setAll(scores, i -> -(i + 1));
      return scores;
    }

    @Override
    double missingScore(double[] normalised) {
      return -(normalised.length + 1);
    }

    @Override
    public Ranking fuse(List<Ranking> rankings, double[] weights) {
      double[] shares = new double[weights.length];
      Arrays.setAll(shares, i -> rankings.get(i).isEmpty() ? 0 : weights[i]);
      double sum = Arrays.stream(shares).sum();
      Arrays.setAll(shares, i -> shares[i] / sum);
      return Ranking.of(
          super.fuse(rankings, shares).hits().stream()
              .map(hit -> hit.withScore(Math.rint(hit.score() * DECIMALS) / DECIMALS))
              .toList());
    }
  };

  /** The constant of the paper, which reports that the exact value has little effect. */
  static final int RRF_K = 60;

  /** Interpolated ranks are multiples of its reciprocal. */
  private static final double DECIMALS = 1e9;

  /** The name of the method in pipeline strings, such as {@code rrf}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the method with a name, which must be one of the {@link #code}s. */
  static FusionMethod of(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }

  /**
   * Returns the standard scores of hits, in order: {@code (s - mean) / standard deviation}, or 0 if
   * all scores are equal.
   */
  public static double[] standardScores(List<Hit> hits) {
    double[] scores = hits.stream().mapToDouble(Hit::score).toArray();
    double mean = Arrays.stream(scores).average().orElse(0);
    double variance = Arrays.stream(scores).map(s -> (s - mean) * (s - mean)).average().orElse(0);
    double deviation = Math.sqrt(variance);
    Arrays.setAll(scores, i -> deviation > 0 ? (scores[i] - mean) / deviation : 0);
    return scores;
  }

  /** Returns the normalised scores of the hits of a ranking, in order. */
  abstract double[] normalise(List<Hit> hits);

  /** Returns the score of a passage that is missing from a ranking with these normalised scores. */
  abstract double missingScore(double[] normalised);

  /**
   * Fuses rankings.
   *
   * @param rankings the rankings of one query
   * @param weights one weight for each ranking
   */
  public Ranking fuse(List<Ranking> rankings, double[] weights) {
    Map<Hit, Double> sums = new HashMap<>();
    double base = 0;
    for (int r = 0; r < weights.length; r++) {
      List<Hit> hits = rankings.get(r).hits();
      double[] scores = normalise(hits);
      double missing = hits.isEmpty() ? 0 : missingScore(scores);
      base += weights[r] * missing;
      for (int i = 0; i < scores.length; i++) {
        sums.merge(hits.get(i).withScore(0), weights[r] * (scores[i] - missing), Double::sum);
      }
    }
    double offset = base;
    return Ranking.of(
        sums.entrySet().stream()
            .map(entry -> entry.getKey().withScore(entry.getValue() + offset))
            .toList());
  }
}
