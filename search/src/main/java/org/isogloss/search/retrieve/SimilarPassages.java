// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Hit;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.vector.DenseQuery;
import org.isogloss.search.vector.ReproducibleDotProduct;

/**
 * Recognises the likely translations of a hit by the vectors of passages, at the time of a query:
 * in each other language, the hit with the highest similarity to the leader is its likely
 * translation, if the similarity reaches the minimum.
 *
 * <p>The similarity of a hit to a leader is the cosine of their vectors, plus {@value #LEAD_WEIGHT}
 * times its lead over that of the next hit in the same language, minus {@value #SCORE_WEIGHT} for
 * each standard deviation of the scores that the hit is below the leader. A translation is much
 * nearer than any other passage in its language, while all passages on one topic are about equally
 * near; and a query that fits a passage fits its translation.
 *
 * <p>In each language without a hit in a group, the passage that is nearest to the leader completes
 * it, if it is among the {@value #NEIGHBOURS} passages of the index nearest to the leader and its
 * similarity, without regard to scores, reaches the minimum.
 *
 * <p>A passage and its translation answer a query equally well, but an encoder and a re-ranker
 * score them differently. Their vectors are closer to each other than either is to the query.
 *
 * @param minSimilarity minimum similarity of a likely translation to the first hit of its group
 * @param candidates the passages that may complete a group
 */
record SimilarPassages(double minSimilarity, IndexSnapshot snapshot, CandidatePassages candidates)
    implements Translations {
  /** Number of passages near the first hit of a group among which translations are sought. */
  private static final int NEIGHBOURS = 50;

  /** Weight of the lead of a cosine over that of the next passage in the same language. */
  private static final double LEAD_WEIGHT = 0.5;

  /** Weight of a standard deviation of the scores relative to the cosine of two vectors. */
  private static final double SCORE_WEIGHT = 0.02;

  @Override
  public List<List<Integer>> groups(
      List<Hit> hits, List<String> languages, TextScores scores, int count) {
    return groups(languages, snapshot.stored().vectors(hits), scores, minSimilarity, count);
  }

  @Override
  public int versions(Hit leader, int found) {
    return found;
  }

  @Override
  public List<Hit> missing(Hit leader, Set<String> languages) {
    Optional<float[]> vector = snapshot.stored().vector(leader);
    if (vector.isEmpty() || candidates.codes().size() < 2) {
      return List.of();
    }
    List<Hit> near =
        candidates
            .nearest(DenseQuery.nearest(vector.get()), /* sentenceWeight= */ 0, NEIGHBOURS)
            .hits();
    Map<String, String> languageOf = DocumentLanguages.of(snapshot, near);
    Map<String, NearestCosines> nearest = new HashMap<>();
    for (Hit hit : near) {
      // All passages that were not found are as far as the last one, or farther.
      nearest
          .computeIfAbsent(
              languageOf.get(hit.documentId()), code -> new NearestCosines(near.getLast().score()))
          .add(hit.score());
    }
    List<Hit> missing = new ArrayList<>();
    Set<String> seen = new HashSet<>(languages);
    for (Hit hit : near) {
      String language = languageOf.get(hit.documentId());
      if (seen.add(language) && nearest.get(language).similarity(hit.score()) >= minSimilarity) {
        missing.add(hit);
      }
    }
    return missing;
  }

  /**
   * Partitions hits into groups of likely translations. Hits are given by their numbers, best
   * first.
   *
   * @param languages the language codes of the hits
   * @param vectors the vectors of the hits, of unit length; a hit without one is a group of its own
   * @param scores the scores of the hits
   * @param minSimilarity minimum similarity of a likely translation to the first hit of its group
   * @param count maximum number of groups
   * @return the first groups in the order of their first hits, each in the order of the hits
   */
  static List<List<Integer>> groups(
      List<String> languages,
      List<Optional<float[]>> vectors,
      TextScores scores,
      double minSimilarity,
      int count) {
    CrossLingualCosines allCosines = new CrossLingualCosines(languages, vectors);
    boolean[] grouped = new boolean[languages.size()];
    List<List<Integer>> groups = new ArrayList<>();
    for (int leader = 0; leader < grouped.length && groups.size() < count; leader++) {
      if (grouped[leader]) {
        continue;
      }
      double[] cosines = allCosines.with(leader);
      Map<String, NearestCosines> nearest = new HashMap<>();
      for (int i = 0; i < cosines.length; i++) {
        if (!Double.isNaN(cosines[i])) {
          nearest
              .computeIfAbsent(languages.get(i), code -> new NearestCosines(Double.NaN))
              .add(cosines[i]);
        }
      }
      Map<String, Integer> versions = new HashMap<>();
      Map<String, Double> highest = new HashMap<>();
      versions.put(languages.get(leader), leader);
      for (int i = leader + 1; i < cosines.length; i++) {
        if (grouped[i] || Double.isNaN(cosines[i])) {
          continue;
        }
        String language = languages.get(i);
        double similarity =
            nearest.get(language).similarity(cosines[i])
                - SCORE_WEIGHT * scores.difference(leader, i);
        if (similarity >= minSimilarity
            && similarity > highest.getOrDefault(language, Double.NEGATIVE_INFINITY)) {
          highest.put(language, similarity);
          versions.put(language, i);
        }
      }
      versions.values().forEach(i -> grouped[i] = true);
      groups.add(versions.values().stream().sorted().toList());
    }
    return groups;
  }

  /** The cosines of hits in different languages, each computed when it is first needed. */
  private static final class CrossLingualCosines {
    private final List<String> languages;
    private final List<Optional<float[]>> vectors;
    private final double[][] computed;

    CrossLingualCosines(List<String> languages, List<Optional<float[]>> vectors) {
      this.languages = languages;
      this.vectors = vectors;
      this.computed = new double[vectors.size()][];
    }

    /**
     * Returns the cosines of a hit with all hits; NaN for those in the same language, and where one
     * of the two has no vector.
     */
    double[] with(int hit) {
      double[] cosines = new double[vectors.size()];
      for (int other = 0; other < cosines.length; other++) {
        cosines[other] = computed[other] == null ? cosine(hit, other) : computed[other][hit];
      }
      computed[hit] = cosines;
      return cosines;
    }

    private double cosine(int hit, int other) {
      return vectors.get(hit).isEmpty()
              || vectors.get(other).isEmpty()
              || languages.get(hit).equals(languages.get(other))
          ? Double.NaN
          : ReproducibleDotProduct.dotProduct(vectors.get(hit).get(), vectors.get(other).get());
    }
  }

  /** The two highest cosines of the passages in a language with a leader. */
  private static final class NearestCosines {
    private double first = Double.NEGATIVE_INFINITY;
    private double second;

    /** Creates one with a bound of the second cosine, NaN if there is none. */
    NearestCosines(double bound) {
      second = bound;
    }

    void add(double cosine) {
      if (cosine > first) {
        if (first > Double.NEGATIVE_INFINITY) {
          second = first;
        }
        first = cosine;
      } else if (!(cosine <= second)) {
        second = cosine;
      }
    }

    /**
     * Returns the similarity of a passage in the language, without regard to scores: its cosine
     * plus the weighted lead over the next passage, if it is the nearest one.
     */
    double similarity(double cosine) {
      return cosine < first || Double.isNaN(second)
          ? cosine
          : cosine + LEAD_WEIGHT * (cosine - second);
    }
  }
}
