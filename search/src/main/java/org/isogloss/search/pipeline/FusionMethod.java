package org.isogloss.search.pipeline;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;

/** How several rankings for one query become one. */
public enum FusionMethod {
  /**
   * Reciprocal rank fusion (Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms
   * Condorcet and individual Rank Learning Methods", SIGIR 2009, the formula of section 2): a
   * passage scores the sum over all rankings of {@code weight / (60 + rank)}, ranks from 1; nothing
   * where a ranking does not hold it.
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
   * The weighted sum of scores brought to [0, 1], {@code (s - min) / (max - min)} (Lee, "Analyses
   * of multiple evidence combination", SIGIR 1997; the sum is CombSUM of Fox and Shaw, 1994). All
   * score 1 where all are equal; what a ranking does not hold scores as its last, 0.
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
   * 2001). All score 0 where all are equal; what a ranking does not hold scores as its last.
   */
  ZSUM {
    @Override
    double[] normalise(List<Hit> hits) {
      double[] scores = hits.stream().mapToDouble(Hit::score).toArray();
      double mean = Arrays.stream(scores).average().orElse(0);
      double variance = Arrays.stream(scores).map(s -> (s - mean) * (s - mean)).average().orElse(0);
      double deviation = Math.sqrt(variance);
      Arrays.setAll(scores, i -> deviation > 0 ? (scores[i] - mean) / deviation : 0);
      return scores;
    }

    @Override
    double missingScore(double[] normalised) {
      return Arrays.stream(normalised).min().orElse(0);
    }
  };

  /** The constant of the paper, which it found to matter little. */
  static final int RRF_K = 60;

  /** Its name in pipeline strings, such as {@code rrf}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The method that pipeline strings call by a name, one of the {@link #code}s. */
  static FusionMethod of(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }

  /** What the hits of a ranking count, in their order. */
  abstract double[] normalise(List<Hit> hits);

  /** What a passage counts that the ranking with these scores does not hold. */
  abstract double missingScore(double[] normalised);

  /**
   * Fuses rankings.
   *
   * @param weights one for each ranking
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
    double all = base;
    return Ranking.of(
        sums.entrySet().stream()
            .map(entry -> entry.getKey().withScore(entry.getValue() + all))
            .toList());
  }
}
