// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.api.pipeline.TranslationOptions;
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
 *
 * <p>With a {@linkplain TranslationOptions#margin margin}, the hits of a group after the first one
 * are ordered as if the score of their text were lower by the margin: the translations of a text
 * that may be wrong do not precede the next text.
 */
public final class TranslationGrouping implements BatchRetriever {
  private final Retriever retriever;
  private final Translations translations;
  private final TranslationOptions options;
  private final IndexSnapshot snapshot;
  private final WorkerPool workers;

  /**
   * Creates a retriever.
   *
   * @param workers complete several groups at the same time
   */
  TranslationGrouping(
      Retriever retriever,
      Translations translations,
      TranslationOptions options,
      IndexSnapshot snapshot,
      WorkerPool workers) {
    this.retriever = retriever;
    this.translations = translations;
    this.options = options;
    this.snapshot = snapshot;
    this.workers = workers;
  }

  @Override
  public List<Ranking> retrieveAll(List<Query> queries, int depth) {
    return retriever.retrieveAll(queries, RankingDepth.candidateDepth(depth)).stream()
        .map(found -> grouped(found).top(depth))
        .toList();
  }

  /** A text with its hits, the best first. */
  private record Text(List<Hit> hits, double score) {
    Stream<Placed> placed(double margin) {
      return IntStream.range(0, hits.size())
          .mapToObj(i -> new Placed(hits.get(i), i == 0 ? score : score - margin));
    }
  }

  /** A hit with the score that decides its rank. */
  private record Placed(Hit hit, double score) {}

  private Ranking grouped(Ranking found) {
    List<Hit> first = found.top(RankingDepth.MIN_CANDIDATES).hits();
    List<Text> texts = texts(first);
    double lowest = first.isEmpty() ? 0 : found.hits().getLast().score() - 1;
    int completed = Math.min(options.completed(), texts.size());
    List<Text> all = new ArrayList<>(workers.map(completed, i -> complete(texts.get(i), lowest)));
    all.addAll(texts.subList(completed, texts.size()));
    List<Hit> ordered = new ArrayList<>();
    Set<Hit> seen = new HashSet<>();
    Stream.concat(
            all.stream()
                .flatMap(text -> text.placed(options.margin()))
                .sorted(Comparator.comparingDouble(Placed::score).reversed())
                .map(Placed::hit),
            found.hits().stream().skip(first.size()))
        .filter(hit -> seen.add(hit.withScore(0)))
        .forEach(ordered::add);
    return Ranking.inOrder(ordered);
  }

  /** Partitions hits into texts, the one with the highest score first. */
  private List<Text> texts(List<Hit> hits) {
    List<String> languages = languages(snapshot, hits);
    TextScores scores = TextScores.of(hits, languages);
    return translations.groups(hits, languages, scores, hits.size()).stream()
        .map(
            group ->
                new Text(
                    group.stream().map(hits::get).toList(),
                    scores.text(
                        group, translations.versions(hits.get(group.getFirst()), group.size()))))
        .sorted(Comparator.comparingDouble(Text::score).reversed())
        .toList();
  }

  /**
   * Appends the translations of the first hit in the languages that a text does not have.
   *
   * @param score their score, below those of all hits
   */
  private Text complete(Text text, double score) {
    List<Hit> complete = new ArrayList<>(text.hits());
    translations
        .missing(text.hits().getFirst(), new HashSet<>(languages(snapshot, text.hits())))
        .forEach(hit -> complete.add(hit.withScore(score)));
    return new Text(complete, text.score());
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
