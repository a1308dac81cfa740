// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.search.reader.IndexSnapshot;

/**
 * Moves the translations of a hit to the ranks below it. The best hit that is not yet in a group
 * leads the next group, which its {@link Translations} join. Groups are ordered by the {@linkplain
 * TextScores#text score} of their texts, the hits of a group keep their order. Only the first
 * {@value RankingDepth#MIN_CANDIDATES} hits are grouped.
 *
 * <p>The first groups are completed by translations that were not found. They move up if they were
 * ranked further down.
 */
public final class TranslationGrouping implements BatchRetriever {
  private final Retriever retriever;
  private final Translations translations;
  private final int completedGroups;
  private final IndexSnapshot snapshot;
  private final WorkerPool workers;

  /**
   * Creates a retriever.
   *
   * @param completedGroups number of groups that are completed
   * @param workers complete several groups at the same time
   */
  TranslationGrouping(
      Retriever retriever,
      Translations translations,
      int completedGroups,
      IndexSnapshot snapshot,
      WorkerPool workers) {
    this.retriever = retriever;
    this.translations = translations;
    this.completedGroups = completedGroups;
    this.snapshot = snapshot;
    this.workers = workers;
  }

  @Override
  public List<Ranking> retrieveAll(List<Query> queries, int depth) {
    return retriever.retrieveAll(queries, RankingDepth.candidateDepth(depth)).stream()
        .map(found -> grouped(found).top(depth))
        .toList();
  }

  private Ranking grouped(Ranking found) {
    List<Hit> first = found.top(RankingDepth.MIN_CANDIDATES).hits();
    List<List<Hit>> groups = ordered(first);
    List<Hit> ordered = new ArrayList<>();
    Set<Hit> seen = new HashSet<>();
    double lowest = first.isEmpty() ? 0 : found.hits().getLast().score() - 1;
    List<List<Hit>> complete =
        workers.map(Math.min(completedGroups, groups.size()), i -> complete(groups.get(i), lowest));
    for (int i = 0; i < groups.size(); i++) {
      List<Hit> group = i < complete.size() ? complete.get(i) : groups.get(i);
      group.stream().filter(hit -> seen.add(hit.withScore(0))).forEach(ordered::add);
    }
    found.hits().subList(first.size(), found.size()).stream()
        .filter(hit -> seen.add(hit.withScore(0)))
        .forEach(ordered::add);
    return Ranking.inOrder(ordered);
  }

  /** Partitions hits into groups, the text with the highest score first. */
  private List<List<Hit>> ordered(List<Hit> hits) {
    List<String> languages = languages(snapshot, hits);
    TextScores scores = TextScores.of(hits, languages);
    return translations.groups(hits, languages, scores, hits.size()).stream()
        .sorted(
            Comparator.comparingDouble(
                    (List<Integer> group) ->
                        scores.text(
                            group, translations.versions(hits.get(group.getFirst()), group.size())))
                .reversed())
        .map(group -> group.stream().map(hits::get).toList())
        .toList();
  }

  /**
   * Appends the translations of the first hit in the languages that a group does not have.
   *
   * @param score their score, below those of all hits
   */
  private List<Hit> complete(List<Hit> group, double score) {
    List<Hit> complete = new ArrayList<>(group);
    translations
        .missing(group.getFirst(), new HashSet<>(languages(snapshot, group)))
        .forEach(hit -> complete.add(hit.withScore(score)));
    return complete;
  }

  /**
   * Partitions hits of an index into groups of translations.
   *
   * @param hits the hits, best first
   * @param count maximum number of groups
   * @return the first groups in the order of their first hits, each in the order of the hits
   */
  public static List<List<Hit>> groups(
      IndexSnapshot snapshot, Translations translations, List<Hit> hits, int count) {
    List<String> languages = languages(snapshot, hits);
    TextScores scores = TextScores.of(hits, languages);
    return translations.groups(hits, languages, scores, count).stream()
        .map(group -> group.stream().map(hits::get).toList())
        .toList();
  }

  private static List<String> languages(IndexSnapshot snapshot, List<Hit> hits) {
    Map<String, String> languages = DocumentLanguages.of(snapshot, hits);
    return hits.stream().map(hit -> languages.get(hit.documentId())).toList();
  }
}
