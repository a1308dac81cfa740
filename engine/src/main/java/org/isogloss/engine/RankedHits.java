// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Function;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Passage;
import org.isogloss.core.Ranking;
import org.isogloss.core.util.LogOdds;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.relevance.LanguagePreference;
import org.isogloss.search.relevance.RankedText;
import org.isogloss.search.relevance.TextPlaces;
import org.isogloss.search.relevance.TextRanker;
import org.isogloss.search.storage.MissingPassageException;

/** The hits of a request in their final order, with what is known about each. */
final class RankedHits {
  private final Ranking found;
  private final Ranking withoutPins;
  private final Ranking ranking;
  private final boolean calibrated;
  private final boolean preferenceApplied;
  private final Map<Hit, Rank> ranks;

  /**
   * What is known about a hit.
   *
   * @param text the text to which it belongs; empty if the pipeline did not find the hit
   * @param logOdds empty if the pipeline did not find it
   */
  private record Rank(
      Optional<RankedText> text, OptionalDouble logOdds, boolean preferred, boolean pinned) {
    static final Rank UNKNOWN = new Rank(Optional.empty(), OptionalDouble.empty(), false, false);

    Rank pin() {
      return new Rank(text, logOdds, preferred, /* pinned= */ true);
    }
  }

  private RankedHits(
      Ranking found,
      Ranking withoutPins,
      Ranking ranking,
      boolean calibrated,
      boolean preferenceApplied,
      Map<Hit, Rank> ranks) {
    this.found = found;
    this.withoutPins = withoutPins;
    this.ranking = ranking;
    this.calibrated = calibrated;
    this.preferenceApplied = preferenceApplied;
    this.ranks = ranks;
  }

  /**
   * Orders the hits of a pipeline as the request prefers, after the documents that the rules of the
   * index put first.
   *
   * @param found at least {@value TextRanker#WINDOW} hits unless there are no more
   */
  static RankedHits of(SearchIndex index, TextRanker ranker, SearchRequest request, Ranking found) {
    List<RankedText> texts = ranker.rank(request.query(), found);
    // The order within the window does not depend on the page that is shown.
    int window = textsOfFirst(Math.min(TextRanker.WINDOW, found.size()), texts);
    LanguagePreference preference = preference(request);
    List<RankedText> preferable = texts.subList(0, window);
    List<RankedText> ordered =
        new ArrayList<>(
            preference.isNone()
                ? preferable
                : preference.order(preferable, languages(index, request, found)));
    TextPlaces places = TextPlaces.of(preferable, found.hits());
    SequencedMap<Hit, Double> logOdds = places.arrange(ordered);
    List<Hit> hits = new ArrayList<>(logOdds.keySet());
    boolean preferenceApplied = !hits.equals(List.copyOf(places.arrange(preferable).keySet()));
    texts.subList(window, texts.size()).forEach(text -> hits.addAll(text.hits()));
    ordered.addAll(texts.subList(window, texts.size()));
    Map<Hit, Rank> ranks = ranks(ordered, logOdds);
    Ranking withoutPins = hits.equals(found.hits()) ? found : Ranking.inOrder(hits);
    List<Hit> all = pinnedFirst(index, request, hits, ranks);
    Ranking ranking = all.equals(hits) ? withoutPins : Ranking.inOrder(all);
    return new RankedHits(
        found, withoutPins, ranking, ranker.isCalibrated(), preferenceApplied, ranks);
  }

  /**
   * Returns what is known about the hits of texts.
   *
   * @param logOdds those of hits that are not the log-odds of their texts
   */
  private static Map<Hit, Rank> ranks(List<RankedText> texts, Map<Hit, Double> logOdds) {
    Map<Hit, Rank> ranks = new HashMap<>();
    for (RankedText text : texts) {
      for (Hit hit : text.hits()) {
        boolean first = hit.equals(text.hits().getFirst());
        ranks.put(
            hit.withScore(0),
            new Rank(
                Optional.of(text),
                OptionalDouble.of(logOdds.getOrDefault(hit, text.logOdds())),
                first && text.preferred(),
                /* pinned= */ false));
      }
    }
    return ranks;
  }

  /**
   * Moves the best hits of the documents that the rules of the index put first, and adds those that
   * were not found.
   *
   * @param ranks receives which hits these are
   */
  private static List<Hit> pinnedFirst(
      SearchIndex index, SearchRequest request, List<Hit> hits, Map<Hit, Rank> ranks) {
    List<Hit> pinned =
        index.pinned(request.query(), request.languages(), request.effectiveFilter());
    if (pinned.isEmpty()) {
      return hits;
    }
    double best = hits.isEmpty() ? 0 : hits.getFirst().score();
    SequencedSet<Hit> ordered = new LinkedHashSet<>();
    for (Hit first : pinned) {
      Hit hit =
          hits.stream()
              .filter(each -> each.documentId().equals(first.documentId()))
              .findFirst()
              .orElse(first.withScore(best));
      ordered.add(hit);
      ranks.merge(hit.withScore(0), Rank.UNKNOWN.pin(), (known, unknown) -> known.pin());
    }
    ordered.addAll(hits);
    return List.copyOf(ordered);
  }

  /** Returns the number of texts that the first hits belong to. */
  private static int textsOfFirst(int hits, List<RankedText> texts) {
    int count = 0;
    for (int passed = 0; passed < hits; count++) {
      passed += texts.get(count).hits().size();
    }
    return count;
  }

  private static LanguagePreference preference(SearchRequest request) {
    List<LanguageRange> favoured = request.favouredLanguages();
    return favoured.isEmpty()
        ? LanguagePreference.NONE
        : new LanguagePreference(favoured, request.preference());
  }

  /** Returns the languages of hits; with their scripts only if these matter. */
  private static Function<Hit, Language> languages(
      SearchIndex index, SearchRequest request, Ranking found) {
    if (request.favouredLanguages().stream().anyMatch(range -> range.script().isPresent())) {
      List<Hit> hits = found.top(TextRanker.WINDOW).hits();
      List<Optional<Passage>> passages = index.passages(hits);
      Map<Hit, Language> languages = new HashMap<>();
      for (int i = 0; i < hits.size(); i++) {
        Hit hit = hits.get(i);
        languages.put(
            hit.withScore(0),
            passages
                .get(i)
                .orElseThrow(() -> new MissingPassageException(index.name(), hit))
                .language());
      }
      return hit -> languages.get(hit.withScore(0));
    }
    Map<String, Language> languages = index.languages(found.top(TextRanker.WINDOW).hits());
    return hit -> languages.get(hit.documentId());
  }

  /** The hits as the pipeline found them. */
  Ranking found() {
    return found;
  }

  /** The hits in their order before the rules of the index put documents first. */
  Ranking withoutPins() {
    return withoutPins;
  }

  /** The hits in their final order. */
  Ranking ranking() {
    return ranking;
  }

  /** Whether probabilities are known. */
  boolean hasProbabilities() {
    return calibrated;
  }

  /** Returns the probability that a hit of the ranking answers the query, if it is known. */
  OptionalDouble probability(Hit hit) {
    OptionalDouble logOdds = ranks.get(hit.withScore(0)).logOdds();
    return calibrated && logOdds.isPresent()
        ? OptionalDouble.of(LogOdds.toProbability(logOdds.getAsDouble()))
        : OptionalDouble.empty();
  }

  /**
   * Whether it is not likely that any of some hits of the ranking answers the query; false if
   * probabilities are not known or there are no hits. The hits of a text count once.
   */
  boolean noneIsLikely(List<Hit> hits) {
    Set<RankedText> texts = Collections.newSetFromMap(new IdentityHashMap<>());
    hits.forEach(hit -> ranks.get(hit.withScore(0)).text().ifPresent(texts::add));
    double sum = texts.stream().mapToDouble(text -> LogOdds.toProbability(text.logOdds())).sum();
    return calibrated && !hits.isEmpty() && sum < SearchResults.CONFIDENT;
  }

  /** Returns the probability that a hit would have without others, if probabilities are known. */
  double probabilityAlone(Hit hit) {
    return ranks
        .get(hit.withScore(0))
        .text()
        .map(text -> LogOdds.toProbability(text.logOddsAlone()))
        .orElse(0.0);
  }

  /** Whether a preference put a hit of the ranking above one that is at least as good. */
  boolean isPreferred(Hit hit) {
    return ranks.get(hit.withScore(0)).preferred();
  }

  /** Whether the pipeline found a hit of the ranking; pinned ones are in it in any case. */
  boolean isFound(Hit hit) {
    return ranks.get(hit.withScore(0)).text().isPresent();
  }

  /** Whether the rules of the index put the document of a hit of the ranking first. */
  boolean isPinned(Hit hit) {
    return ranks.get(hit.withScore(0)).pinned();
  }

  /** Whether the rules of the index put documents first for the query. */
  boolean hasPins() {
    return ranks.values().stream().anyMatch(Rank::pinned);
  }

  /** Whether a preference for languages changed the order. */
  boolean isPreferenceApplied() {
    return preferenceApplied;
  }
}
