// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.suite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.util.LogOdds;
import org.isogloss.measure.probability.JudgedTexts;
import org.isogloss.measure.probability.ScoredJudgement;
import org.isogloss.search.relevance.LanguagePreference;
import org.isogloss.search.relevance.RankedText;
import org.isogloss.search.relevance.ScoredTexts;
import org.isogloss.search.relevance.TextPlaces;
import org.isogloss.search.relevance.TextRanker;

/**
 * What a search found for a judged query, from which probabilities of any conversion follow.
 *
 * @param query the query
 * @param relevant ids of its relevant documents; none for a question without an answer
 * @param found the texts that were found
 * @param hits the documents of these texts in the order of their ranks
 * @param unanswered the texts that would be found if the relevant documents were not in the index;
 *     empty without relevant documents, or without others
 * @param languages the language of each document in {@code found}
 * @param passages number of passages in the index
 */
record QueryEvidence(
    Query query,
    Set<String> relevant,
    ScoredTexts found,
    List<Hit> hits,
    Optional<ScoredTexts> unanswered,
    Map<String, Language> languages,
    long passages) {
  /** Number of first documents that are judged. */
  static final int JUDGED = 10;

  /** Scores the texts among the hits of a query; empty if nothing was found. */
  static Optional<QueryEvidence> of(
      Query query,
      Set<String> relevant,
      Ranking ranking,
      TextRanker ranker,
      Map<String, Language> languages,
      long passages) {
    if (ranking.isEmpty()) {
      return Optional.empty();
    }
    Ranking others =
        new Ranking(
            ranking.hits().stream().filter(hit -> !relevant.contains(hit.documentId())).toList());
    return Optional.of(
        new QueryEvidence(
            query,
            relevant,
            ranker.score(query, ranking.top(TextRanker.WINDOW)),
            ranking.top(TextRanker.WINDOW).hits(),
            relevant.isEmpty() || others.isEmpty()
                ? Optional.empty()
                : Optional.of(ranker.score(query, others.top(TextRanker.WINDOW))),
            languages,
            passages));
  }

  private boolean isRelevant(Hit hit) {
    return relevant.contains(hit.documentId());
  }

  /** Returns the scores and the judgements of the texts of the first documents. */
  JudgedTexts judged() {
    List<Boolean> judged = new ArrayList<>();
    int documents = 0;
    for (List<Hit> text : found.texts()) {
      if (documents < JUDGED) {
        judged.add(text.stream().anyMatch(this::isRelevant));
        documents += text.size();
      }
    }
    return new JudgedTexts(found.scores(), judged, passages, found.unfamiliarity());
  }

  /** Returns the probabilities of the first documents. */
  List<ScoredJudgement> probabilities(ScoreProbability conversion) {
    List<RankedText> texts = found.rank(conversion, passages);
    return TextPlaces.of(texts, hits).arrange(texts).entrySet().stream()
        .limit(JUDGED)
        .map(
            hit ->
                new ScoredJudgement(
                    LogOdds.toProbability(hit.getValue()), isRelevant(hit.getKey())))
        .toList();
  }

  /** Returns the log-odds of the first text. */
  double best(ScoreProbability conversion) {
    return found.rank(conversion, passages).getFirst().logOdds();
  }

  /** Returns the log-odds of the first text if the relevant documents were not in the index. */
  Optional<Double> bestUnanswered(ScoreProbability conversion) {
    return unanswered.map(texts -> texts.rank(conversion, passages).getFirst().logOdds());
  }

  /** Returns the documents with a preference for the language of the query. */
  List<Hit> preferring(ScoreProbability conversion, double strength) {
    List<RankedText> texts = found.rank(conversion, passages);
    LanguagePreference preference =
        query.language().isUndetermined()
            ? LanguagePreference.NONE
            : new LanguagePreference(List.of(LanguageRange.of(query.language().tag())), strength);
    return List.copyOf(
        TextPlaces.of(texts, hits)
            .arrange(preference.order(texts, hit -> languages.get(hit.documentId())))
            .keySet());
  }

  /** Returns the reciprocal rank of the first relevant document. */
  double reciprocalRank(List<Hit> hits) {
    for (int i = 0; i < hits.size(); i++) {
      if (isRelevant(hits.get(i))) {
        return 1.0 / (i + 1);
      }
    }
    return 0;
  }

  /** Whether a document is in the language of the query. */
  boolean isOwn(Hit hit) {
    return languages.get(hit.documentId()).equals(query.language());
  }

  /** Whether a relevant document that was found is in the language of the query. */
  boolean hasOwn() {
    Set<String> own = new HashSet<>();
    found.texts().stream()
        .flatMap(List::stream)
        .filter(hit -> isRelevant(hit) && isOwn(hit))
        .forEach(hit -> own.add(hit.documentId()));
    return !own.isEmpty();
  }
}
