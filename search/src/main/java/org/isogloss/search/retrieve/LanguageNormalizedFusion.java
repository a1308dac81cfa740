package org.isogloss.search.retrieve;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.reader.IndexSnapshot;

/**
 * Words beside another ranking, mostly that by vectors, without what is usual in each language.
 *
 * <p>Words are only found in passages of the asker's language. That a passage holds none of them
 * says much against it there, and nothing where no passage could hold any; a plain sum would prefer
 * the asker's language. So a passage is compared with its own language alone: it scores {@code v d
 * + w (c - (a + b d))}, where
 *
 * <ul>
 *   <li>{@code d} is its score in the other ranking, which the first hit has 1 of and the last of
 *       the first {@value RankingDepth#MIN_CANDIDATES} has 0;
 *   <li>{@code c} is its score by words as a part of the most that any passage of its language
 *       could have, 0 to 1;
 *   <li>{@code a + b d} is the {@code c} to be expected of a passage of its language with that
 *       {@code d}: the line of least squares through those of the first {@value
 *       RankingDepth#MIN_CANDIDATES} hits of the other ranking that are in this language, 0 where
 *       there are none.
 * </ul>
 *
 * <p>What BM25 did not find has {@code c} 0, what the other ranking did not find the {@code d} of
 * its last hit.
 */
final class LanguageNormalizedFusion implements BatchRetriever {
  private final LexicalRetriever words;
  private final Retriever other;
  private final Weights weights;
  private final IndexSnapshot snapshot;

  /** What words ({@code w}) and the other ranking ({@code v}) weigh. */
  record Weights(double lexical, double other) {}

  LanguageNormalizedFusion(
      LexicalRetriever words, Retriever other, Weights weights, IndexSnapshot snapshot) {
    this.words = words;
    this.other = other;
    this.weights = weights;
    this.snapshot = snapshot;
  }

  @Override
  public List<Ranking> retrieveAll(List<Query> queries, int depth) {
    int candidates = RankingDepth.candidateDepth(depth);
    List<Ranking> others = other.retrieveAll(queries, candidates);
    return IntStream.range(0, queries.size())
        .mapToObj(i -> fused(queries.get(i), others.get(i), candidates).top(depth))
        .toList();
  }

  private Ranking fused(Query query, Ranking others, int candidates) {
    LexicalRetriever.LexicalMatches matches = words.matches(query, candidates);
    Map<String, String> languages = new HashMap<>();
    Function<Hit, String> language =
        hit ->
            languages.computeIfAbsent(
                hit.documentId(),
                id -> snapshot.documentLanguage(id).orElse(Language.UNDETERMINED.code()));
    Map<Hit, Double> shares = new LinkedHashMap<>();
    for (Hit hit : matches.ranking().hits()) {
      shares.put(hit.withScore(0), hit.score() / matches.maxScores().get(language.apply(hit)));
    }
    return fuse(shares, others, language, weights);
  }

  /**
   * Fuses.
   *
   * @param shares {@code c} of what BM25 found, by hits that score 0
   * @param language gives the language of a hit
   */
  static Ranking fuse(
      Map<Hit, Double> shares, Ranking other, Function<Hit, String> language, Weights weights) {
    List<Hit> hits = other.hits();
    MinMaxScale scale = MinMaxScale.of(hits);
    Map<Hit, Double> places = new LinkedHashMap<>();
    Map<String, LeastSquaresLine> lines = new HashMap<>();
    for (Hit hit : hits) {
      Hit passage = hit.withScore(0);
      double place = scale.place(hit.score());
      if (places.size() < RankingDepth.MIN_CANDIDATES) {
        lines
            .computeIfAbsent(language.apply(hit), code -> new LeastSquaresLine())
            .add(place, shares.getOrDefault(passage, 0.0));
      }
      places.put(passage, place);
    }
    double last = hits.isEmpty() ? 0 : scale.place(hits.getLast().score());
    shares.keySet().forEach(passage -> places.putIfAbsent(passage, last));
    return Ranking.of(
        places.entrySet().stream()
            .map(
                entry -> {
                  Hit passage = entry.getKey();
                  double place = entry.getValue();
                  LeastSquaresLine line = lines.get(language.apply(passage));
                  double usual = line == null ? 0 : line.at(place);
                  double share = shares.getOrDefault(passage, 0.0);
                  return passage.withScore(
                      weights.other() * place + weights.lexical() * (share - usual));
                })
            .toList());
  }

  /** Brings scores to what they are among the first hits: 1 at the first, 0 at the last. */
  private record MinMaxScale(double first, double last) {
    static MinMaxScale of(List<Hit> hits) {
      return hits.isEmpty()
          ? new MinMaxScale(0, 0)
          : new MinMaxScale(
              hits.getFirst().score(),
              hits.get(Math.min(hits.size(), RankingDepth.MIN_CANDIDATES) - 1).score());
    }

    double place(double score) {
      return first > last ? (score - last) / (first - last) : 1;
    }
  }

  /** A line of least squares. */
  private static final class LeastSquaresLine {
    private int points;
    private double x;
    private double y;
    private double xx;
    private double xy;

    void add(double atX, double atY) {
      points++;
      x += atX;
      y += atY;
      xx += atX * atX;
      xy += atX * atY;
    }

    /** Its height; level where all points have one {@code x}. */
    double at(double atX) {
      double meanX = x / points;
      double meanY = y / points;
      double spread = xx / points - meanX * meanX;
      double slope = spread > 1e-9 ? (xy / points - meanX * meanY) / spread : 0;
      return meanY + slope * (atX - meanX);
    }
  }
}
