package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.pipeline.FusionMethod;
import org.isogloss.search.reader.IndexSnapshot;

/**
 * The best hits of another retriever, at least {@value RankingDepth#MIN_CANDIDATES} or the first
 * few of them, scored again by a pair scorer; what is not scored again stays behind them.
 *
 * <p>Where the scorer does not count alone, both scores are brought to one scale and summed: {@code
 * w z(s) + (1 - w) z(f)}, {@code f} being the score that a hit came with, {@code s} the scorer's
 * and {@code z} the standard score over the hits that are scored again (Montague and Aslam, see
 * {@link FusionMethod#ZSUM}); all of them have both scores, so nothing has to be assumed of what
 * one of the two did not find. Of a probability, {@code s} is the log-odds: probabilities crowd at
 * 0 and 1, and where they do a sum would hear the other score alone; log-odds of independent
 * evidence add up. Whatever is multiplied with the scores of either side, or added to them, the mix
 * stays as it is.
 */
public final class RerankingRetriever implements BatchRetriever {
  /** Log-odds of more than this, either way, are lost in the rounding of a probability. */
  private static final double PROBABILITY_EPSILON = 0x1p-24;

  private final Retriever retriever;
  private final PairScorer scorer;
  private final double weight;
  private final int first;
  private final IndexSnapshot snapshot;

  RerankingRetriever(
      Retriever retriever, PairScorer scorer, double weight, int first, IndexSnapshot snapshot) {
    this.retriever = retriever;
    this.scorer = scorer;
    this.weight = weight;
    this.first = first;
    this.snapshot = snapshot;
  }

  @Override
  public List<Ranking> retrieveAll(List<Query> queries, int depth) {
    List<Ranking> found = retriever.retrieveAll(queries, RankingDepth.candidateDepth(depth));
    return IntStream.range(0, queries.size())
        .mapToObj(i -> reranked(queries.get(i), found.get(i)).top(depth))
        .toList();
  }

  private Ranking reranked(Query query, Ranking found) {
    Ranking asked = found.top(first);
    List<Passage> passages = new ArrayList<>();
    for (Hit hit : asked.hits()) {
      passages.add(
          snapshot
              .passage(hit)
              .orElseThrow(() -> new IsoglossException("the index has no passage for " + hit)));
    }
    float[] scores = passages.isEmpty() ? new float[0] : scorer.score(query, passages);
    Ranking mixed = interpolate(asked, scores, scorer.producesProbabilities(), weight);
    return appendUnscored(mixed, found);
  }

  /**
   * Puts hits that were not scored behind those that were, in their order and as far apart as they
   * came.
   *
   * @param scored of the first hits of {@code found}, in another order
   */
  static Ranking appendUnscored(Ranking scored, Ranking found) {
    int size = scored.hits().size();
    if (size == 0 || size == found.hits().size()) {
      return scored;
    }
    List<Hit> hits = new ArrayList<>(scored.hits());
    double last = scored.hits().getLast().score();
    double shift = last - found.hits().get(size - 1).score();
    for (Hit hit : found.hits().subList(size, found.hits().size())) {
      last = Math.min(Math.nextDown(last), hit.score() + shift);
      hits.add(hit.withScore(last));
    }
    return Ranking.of(hits);
  }

  /**
   * Puts hits into another order.
   *
   * @param scores of the hits, in their order
   * @param probabilities whether the scores are from 0 to 1 and count by their log-odds
   * @param weight what they count, up to 1, where they alone do
   */
  static Ranking interpolate(Ranking found, float[] scores, boolean probabilities, double weight) {
    boolean alone = weight == 1;
    List<Hit> scored = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      double score = probabilities && !alone ? logOdds(scores[i]) : scores[i];
      scored.add(found.hits().get(i).withScore(score));
    }
    Ranking own = Ranking.of(scored);
    return alone
        ? own
        : FusionMethod.ZSUM.fuse(List.of(own, found), new double[] {weight, 1 - weight});
  }

  /** A score of a scorer on the scale on which differences count: log-odds of a probability. */
  public static double additiveScore(PairScorer scorer, double score) {
    return scorer.producesProbabilities() ? logOdds(score) : score;
  }

  private static double logOdds(double probability) {
    double inside = Math.clamp(probability, PROBABILITY_EPSILON, 1 - PROBABILITY_EPSILON);
    return Math.log(inside / (1 - inside));
  }
}
