// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.util.LogOdds;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.search.QueryLimit;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.segmentation.WordSegmenter;

/** A re-ranker that scores passages of clients. Thread-safe. */
public final class ServedReranker {
  private final String name;
  private final String source;
  private final PairScorer scorer;
  private final ToIntFunction<String> tokenCounter;

  /**
   * Serves a re-ranker.
   *
   * @param name the name by which clients refer to it
   * @param folderOrName its model folder, or the name of a shipped model
   * @param scorer the re-ranker; closed by the caller
   */
  ServedReranker(String name, String folderOrName, PairScorer scorer) {
    this.name = requireNonNull(name, "name is null");
    this.source = requireNonNull(folderOrName, "folderOrName is null");
    this.scorer = requireNonNull(scorer, "scorer is null");
    try (ModelFolder folder = ModelFolder.open(folderOrName)) {
      this.tokenCounter = tokenCounter(folder);
    }
  }

  private static ToIntFunction<String> tokenCounter(ModelFolder folder) {
    if (folder.kind() == ModelFolder.Kind.BICLA) {
      return text -> WordSegmenter.split(text, Language.UNDETERMINED).size();
    }
    Tokenizer tokenizer = folder.tokenizer();
    return text -> tokenizer.ids(text).length;
  }

  /**
   * The relevance of a passage.
   *
   * @param index position of the passage in the request, from 0
   * @param score the score of the re-ranker; log-odds if it returns probabilities
   * @param probability probability that the passage answers the query, if only the passages of the
   *     request are searched; the logistic function of the score if the re-ranker states no
   *     conversion
   */
  public record Scored(int index, double score, double probability) {}

  public String name() {
    return name;
  }

  /** The model folder, or the name of a shipped model. */
  String source() {
    return source;
  }

  PairScorer scorer() {
    return scorer;
  }

  /** Number of tokens of a text, without special tokens; of words if the model reads words. */
  public int tokens(String text) {
    return tokenCounter.applyAsInt(text);
  }

  /** Converts texts of unknown languages to passages. */
  public static List<Passage> passages(List<String> texts) {
    return IntStream.range(0, texts.size())
        .mapToObj(
            i -> {
              String text = texts.get(i);
              return new Passage(
                  String.valueOf(i), 0, Language.UNDETERMINED, "", text, 0, text.length());
            })
        .toList();
  }

  /**
   * Ranks passages.
   *
   * @param top maximum number of results
   * @return the best passages, best first; those with equal scores in their order
   */
  public List<Scored> rank(Query query, List<Passage> passages, int top) {
    float[] scores = scorer.score(QueryLimit.truncate(query), passages);
    List<Scored> all = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      double score = ScoreProbability.additiveScore(scorer, scores[i]);
      all.add(new Scored(i, score, probability(score, passages.size())));
    }
    all.sort(Comparator.comparingDouble(Scored::score).reversed());
    return List.copyOf(all.subList(0, Math.min(top, all.size())));
  }

  private double probability(double score, int passages) {
    Optional<ScoreProbability> conversion = scorer.probability();
    return conversion.isPresent()
        ? conversion.get().of(score, passages)
        : LogOdds.toProbability(score);
  }
}
