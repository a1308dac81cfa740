// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.core.Deadline;
import org.isogloss.core.Hit;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.util.LruCache;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.storage.MissingPassageException;

/**
 * Scores hits with a pair scorer: by the token vectors that the index stores, or else by their
 * texts.
 */
public final class HitScorer {
  /** Number of hits that are scored together: a multiple of the batch sizes of all scorers. */
  private static final int CHUNK = 256;

  /** Number of scores that are kept. */
  private static final int CACHED = 4_096;

  private final boolean producesProbabilities;
  private final ScoringFunction scoring;

  /** A search may ask again for more hits, or for the next page of them. */
  private final LruCache<Pair, Float> cache = new LruCache<>(CACHED);

  private record Pair(Query query, Hit hit) {}

  /** Scores one or more hits. */
  @FunctionalInterface
  private interface ScoringFunction {
    float[] score(Query query, List<Hit> hits);
  }

  /**
   * Creates a scorer.
   *
   * @param manifest states which token vectors the index stores
   */
  public HitScorer(PairScorer scorer, IndexManifest manifest, IndexSnapshot snapshot) {
    producesProbabilities = scorer.producesProbabilities();
    scoring =
        scorer instanceof TokenVectorScorer tokens && manifest.storesVectorsOf(tokens)
            ? (query, hits) -> tokens.scoreVectors(query, snapshot.stored().tokenVectors(hits))
            : (query, hits) -> scorer.score(query, passages(snapshot, hits));
  }

  /** Whether the scores are probabilities: see {@link PairScorer#producesProbabilities}. */
  boolean producesProbabilities() {
    return producesProbabilities;
  }

  private static List<Passage> passages(IndexSnapshot snapshot, List<Hit> hits) {
    List<Optional<Passage>> found = snapshot.stored().passages(hits);
    return IntStream.range(0, hits.size())
        .mapToObj(
            i ->
                found
                    .get(i)
                    .orElseThrow(() -> new MissingPassageException(snapshot.name(), hits.get(i))))
        .toList();
  }

  /**
   * Returns {@code float[hits.size()]}, the scores in the order of the hits. The {@link Deadline}
   * is checked between chunks of {@value #CHUNK} hits.
   */
  public float[] score(Query query, List<Hit> hits) {
    float[] scores = new float[hits.size()];
    for (int from = 0; from < scores.length; from += CHUNK) {
      Deadline.check();
      List<Hit> chunk = hits.subList(from, Math.min(from + CHUNK, scores.length));
      List<Float> found =
          cache.findOrCompute(
              chunk, hit -> new Pair(query, hit.withScore(0)), missing -> compute(query, missing));
      for (int i = 0; i < found.size(); i++) {
        scores[from + i] = found.get(i);
      }
    }
    return scores;
  }

  private List<Float> compute(Query query, List<Hit> hits) {
    List<Float> scores = new ArrayList<>(hits.size());
    for (float score : scoring.score(query, hits)) {
      scores.add(score);
    }
    return scores;
  }
}
