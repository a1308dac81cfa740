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
import java.util.stream.Stream;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.vector.DenseQuery;
import org.isogloss.search.vector.ReproducibleDotProduct;

/**
 * Moves the likely translations of a hit to the ranks below it. The best hit that is not yet in a
 * group leads the next group. In each other language, the hit whose vector has the highest cosine
 * with the leader's is its likely translation, if the cosine is at least the gate. Groups are
 * ordered by their leaders, the hits of a group as they were. Only the first {@value
 * RankingDepth#MIN_CANDIDATES} hits are grouped.
 *
 * <p>The first groups are completed: in each language without a hit in a group, the passage that is
 * nearest to the leader follows, if it is among the {@value #NEIGHBOURS} passages of the index
 * nearest to the leader and its cosine reaches the gate. It moves up if it was ranked further down.
 *
 * <p>A passage and its translation answer a query equally well, but an encoder and a re-ranker
 * score them differently. Their vectors are closer to each other than either is to the query.
 */
public final class VersionGrouping implements BatchRetriever {
  /** Number of passages near the first hit of a group among which translations are sought. */
  private static final int NEIGHBOURS = 50;

  private final Retriever retriever;
  private final double gate;
  private final int completed;
  private final IndexSnapshot snapshot;
  private final CandidatePassages candidates;

  /**
   * Creates a retriever.
   *
   * @param gate minimum cosine of a likely translation with the first hit of its group
   * @param completed number of groups that are completed
   * @param candidates the passages that may complete a group
   */
  VersionGrouping(
      Retriever retriever,
      double gate,
      int completed,
      IndexSnapshot snapshot,
      CandidatePassages candidates) {
    this.retriever = retriever;
    this.gate = gate;
    this.completed = completed;
    this.snapshot = snapshot;
    this.candidates = candidates;
  }

  @Override
  public List<Ranking> retrieveAll(List<Query> queries, int depth) {
    return retriever.retrieveAll(queries, RankingDepth.candidateDepth(depth)).stream()
        .map(found -> grouped(found).top(depth))
        .toList();
  }

  private Ranking grouped(Ranking found) {
    List<Hit> first = found.top(RankingDepth.MIN_CANDIDATES).hits();
    List<List<Hit>> groups = groups(snapshot, first, gate, first.size());
    List<Hit> ordered = new ArrayList<>();
    Set<Hit> seen = new HashSet<>();
    double lowest = first.isEmpty() ? 0 : found.hits().getLast().score() - 1;
    List<List<Hit>> complete =
        groups.stream().limit(completed).parallel().map(group -> complete(group, lowest)).toList();
    for (int i = 0; i < groups.size(); i++) {
      List<Hit> group = i < complete.size() ? complete.get(i) : groups.get(i);
      group.stream().filter(hit -> seen.add(hit.withScore(0))).forEach(ordered::add);
    }
    found.hits().subList(first.size(), found.size()).stream()
        .filter(hit -> seen.add(hit.withScore(0)))
        .forEach(ordered::add);
    return new Ranking(withDescendingScores(ordered));
  }

  /**
   * Appends the passages of the index that are likely translations of the first hit.
   *
   * @param score their score, below those of all hits
   */
  private List<Hit> complete(List<Hit> group, double score) {
    Hit leader = group.getFirst();
    Optional<float[]> vector = snapshot.stored().vector(leader);
    if (vector.isEmpty() || candidates.codes().size() < 2) {
      return group;
    }
    List<Hit> near =
        candidates
            .nearest(DenseQuery.nearest(vector.get()), /* sentenceWeight= */ 0, NEIGHBOURS)
            .hits()
            .stream()
            .takeWhile(hit -> hit.score() >= gate)
            .toList();
    List<Hit> complete = new ArrayList<>(group);
    Map<String, String> languageOf =
        DocumentLanguages.of(snapshot, Stream.concat(group.stream(), near.stream()).toList());
    Set<String> languages = new HashSet<>();
    group.forEach(hit -> languages.add(languageOf.get(hit.documentId())));
    for (Hit hit : near) {
      if (languages.add(languageOf.get(hit.documentId()))) {
        complete.add(hit.withScore(score));
      }
    }
    return complete;
  }

  /**
   * Partitions hits of an index into groups of likely translations.
   *
   * @param gate minimum cosine of a likely translation with the first hit of its group
   * @param count maximum number of groups
   * @return the first groups in the order of their first hits, each in the order of the hits
   */
  public static List<List<Hit>> groups(
      IndexSnapshot snapshot, List<Hit> hits, double gate, int count) {
    Map<String, String> languages = DocumentLanguages.of(snapshot, hits);
    return groups(
        hits,
        hits.stream().map(hit -> languages.get(hit.documentId())).toList(),
        snapshot.stored().vectors(hits),
        gate,
        count);
  }

  /**
   * Partitions hits into groups of likely translations.
   *
   * @param hits the hits, best first
   * @param languages the language codes of the hits
   * @param vectors the vectors of the hits, of unit length; a hit without one is a group of its own
   * @param gate minimum cosine of a likely translation with the first hit of its group
   * @param count maximum number of groups
   * @return the first groups in the order of their first hits, each in the order of the hits
   */
  static List<List<Hit>> groups(
      List<Hit> hits,
      List<String> languages,
      List<Optional<float[]>> vectors,
      double gate,
      int count) {
    boolean[] grouped = new boolean[hits.size()];
    List<List<Hit>> groups = new ArrayList<>();
    for (int leader = 0; leader < grouped.length && groups.size() < count; leader++) {
      if (grouped[leader]) {
        continue;
      }
      Map<String, Integer> versions = new HashMap<>();
      Map<String, Float> nearest = new HashMap<>();
      versions.put(languages.get(leader), leader);
      nearest.put(languages.get(leader), Float.POSITIVE_INFINITY);
      for (int i = leader + 1; i < grouped.length; i++) {
        // No version is in the language of the first hit.
        Optional<Float> cosine =
            grouped[i] || languages.get(i).equals(languages.get(leader))
                ? Optional.empty()
                : cosine(vectors.get(leader), vectors.get(i));
        if (cosine.isPresent()
            && cosine.get() >= gate
            && cosine.get() > nearest.getOrDefault(languages.get(i), -2f)) {
          nearest.put(languages.get(i), cosine.get());
          versions.put(languages.get(i), i);
        }
      }
      versions.values().forEach(i -> grouped[i] = true);
      groups.add(versions.values().stream().sorted().map(hits::get).toList());
    }
    return groups;
  }

  private static Optional<Float> cosine(Optional<float[]> a, Optional<float[]> b) {
    return a.isPresent() && b.isPresent()
        ? Optional.of(ReproducibleDotProduct.dotProduct(a.get(), b.get()))
        : Optional.empty();
  }

  /**
   * Raises the scores of hits that moved up to just above that of the next hit, in single
   * precision, because evaluation tools read scores as floats.
   */
  private static List<Hit> withDescendingScores(List<Hit> hits) {
    List<Hit> scored = new ArrayList<>(hits);
    for (int i = scored.size() - 2; i >= 0; i--) {
      float next = (float) scored.get(i + 1).score();
      if ((float) scored.get(i).score() <= next) {
        scored.set(i, scored.get(i).withScore(Math.nextUp(next)));
      }
    }
    return scored;
  }
}
