// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.reader.IndexSnapshot;

/**
 * Fuses lexical scores with another ranking, usually a dense one, after normalising the lexical
 * scores per language.
 *
 * <p>Query words match mainly passages in the query language. The absence of a match is evidence
 * against a passage in that language, but not against a passage in a language in which no passage
 * can match; a plain sum would favour the query language. A passage is therefore compared only with
 * its own language: its score is {@code v d + w (c - s (a + b d))}, where
 *
 * <ul>
 *   <li>{@code d} is its score in the other ranking, scaled so that the first hit has 1 and the
 *       last of the first {@value RankingDepth#MIN_CANDIDATES} hits has 0;
 *   <li>{@code c} is its lexical score divided by the maximum possible score in its language, or by
 *       the score of the first hit of a sparse model, from 0 to 1;
 *   <li>{@code a + b d} is the expected {@code c} of a passage in its language with this {@code d}:
 *       the least-squares line through those of the first {@value RankingDepth#MIN_CANDIDATES} hits
 *       of the other ranking that are in this language, or 0 if there are none;
 *   <li>{@code s} is the strength, 1 for all languages alike and 0 for a plain sum.
 * </ul>
 *
 * <p>A passage that is missing from the lexical ranking has {@code c = 0}; a passage that is
 * missing from the other ranking has the {@code d} of its last hit.
 */
final class LanguageNormalizedFusion implements BatchRetriever {
  private final WordRetriever lexical;
  private final Retriever other;
  private final Weights weights;
  private final IndexSnapshot snapshot;

  /**
   * The weights of the lexical scores ({@code w}) and of the other ranking ({@code v}), and the
   * strength of the normalisation ({@code s}).
   */
  record Weights(double lexical, double other, double strength) {}

  LanguageNormalizedFusion(
      WordRetriever lexical, Retriever other, Weights weights, IndexSnapshot snapshot) {
    this.lexical = lexical;
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
    WordRetriever.Matches matches = lexical.matches(query, candidates);
    List<Hit> all = new ArrayList<>(others.hits());
    all.addAll(matches.ranking().hits());
    Map<String, String> languages = DocumentLanguages.of(snapshot, all);
    Function<Hit, String> language = hit -> languages.get(hit.documentId());
    Map<Hit, Double> lexicalShares = new LinkedHashMap<>();
    for (Hit hit : matches.ranking().hits()) {
      // The language of a document that was deleted during the search is not known.
      Double max = matches.maxScores().get(language.apply(hit));
      if (max != null) {
        lexicalShares.put(hit.withScore(0), hit.score() / max);
      }
    }
    return fuse(lexicalShares, others, language, weights);
  }

  /**
   * Fuses the rankings of one query.
   *
   * @param lexicalShares {@code c} of the passages in the lexical ranking; the keys are hits with
   *     score 0
   * @param other the other ranking
   * @param language returns the language code of a hit
   * @param weights the weights of both rankings
   */
  static Ranking fuse(
      Map<Hit, Double> lexicalShares,
      Ranking other,
      Function<Hit, String> language,
      Weights weights) {
    List<Hit> hits = other.hits();
    MinMaxScale scale = MinMaxScale.of(hits);
    Map<Hit, Double> scaledScores = new LinkedHashMap<>();
    Map<String, LeastSquaresLine> lines = new HashMap<>();
    for (Hit hit : hits) {
      Hit passage = hit.withScore(0);
      double scaled = scale.scale(hit.score());
      if (scaledScores.size() < RankingDepth.MIN_CANDIDATES) {
        lines
            .computeIfAbsent(language.apply(hit), code -> new LeastSquaresLine())
            .add(scaled, lexicalShares.getOrDefault(passage, 0.0));
      }
      scaledScores.put(passage, scaled);
    }
    double last = hits.isEmpty() ? 0 : scale.scale(hits.getLast().score());
    lexicalShares.keySet().forEach(passage -> scaledScores.putIfAbsent(passage, last));
    return Ranking.of(
        scaledScores.entrySet().stream()
            .map(
                entry -> {
                  Hit passage = entry.getKey();
                  double scaled = entry.getValue();
                  LeastSquaresLine line = lines.get(language.apply(passage));
                  double expected = line == null ? 0 : line.at(scaled);
                  double share = lexicalShares.getOrDefault(passage, 0.0);
                  return passage.withScore(
                      weights.other() * scaled
                          + weights.lexical() * (share - weights.strength() * expected));
                })
            .toList());
  }

  /** Scales scores linearly so that the first hit has 1 and the last of the first hits has 0. */
  private record MinMaxScale(double first, double last) {
    static MinMaxScale of(List<Hit> hits) {
      return hits.isEmpty()
          ? new MinMaxScale(0, 0)
          : new MinMaxScale(
              hits.getFirst().score(),
              hits.get(Math.min(hits.size(), RankingDepth.MIN_CANDIDATES) - 1).score());
    }

    double scale(double score) {
      return first > last ? (score - last) / (first - last) : 1;
    }
  }
}
