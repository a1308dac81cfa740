// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isogloss.core.Language;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;

/**
 * Measures how far the relevant documents of a language fall when documents of other languages are
 * added to the ranking. If every document exists in every language, an unbiased ranking changes the
 * ranks of all languages equally; a biased ranking hardly changes the ranks of the query language,
 * and lowers the ranks of the other languages.
 *
 * <p>The rank of a query is that of its first relevant document in the language; if it was not
 * retrieved, the rank after the last hit. Ranks are averaged by the geometric mean over the queries
 * that have a relevant document.
 *
 * @param monolingual rank among the documents of the same language, for each query language (row)
 *     and document language (column)
 * @param mixed rank among the documents of all languages, for each query language and document
 *     language
 */
public record RankChange(LanguageMatrix monolingual, LanguageMatrix mixed) {
  /**
   * Computes the ranks for a run over documents of all languages. The monolingual rank is the rank
   * among the hits in the language of the document.
   *
   * @param queryLanguage maps the id of a query to its language
   * @param documentLanguage maps the id of a document to its language
   * @param relevanceLevel the lowest grade of a relevant document
   */
  public static RankChange of(
      Qrels qrels,
      Run run,
      Function<String, Language> queryLanguage,
      Function<String, Language> documentLanguage,
      int relevanceLevel) {
    Set<Language> queryLanguages = new TreeSet<>(Comparator.comparing(Language::tag));
    Set<Language> documentLanguages = new TreeSet<>(Comparator.comparing(Language::tag));
    for (String query : qrels.queries()) {
      queryLanguages.add(queryLanguage.apply(query));
      qrels
          .judgements(query)
          .forEach(
              judgement -> documentLanguages.add(documentLanguage.apply(judgement.documentId())));
    }
    RankChange change = new RankChange(new LanguageMatrix(), new LanguageMatrix());
    for (Language to : documentLanguages) {
      Run languageRun =
          run.filter((query, document) -> documentLanguage.apply(document).equals(to));
      for (Language from : queryLanguages) {
        Qrels judged =
            qrels.filter(
                (query, document) ->
                    queryLanguage.apply(query).equals(from)
                        && documentLanguage.apply(document).equals(to));
        geometricMeanRank(judged, languageRun, relevanceLevel)
            .ifPresent(rank -> change.monolingual().put(from, to, rank));
        geometricMeanRank(judged, run, relevanceLevel)
            .ifPresent(rank -> change.mixed().put(from, to, rank));
      }
    }
    return change;
  }

  /**
   * The geometric mean rank of the first relevant document.
   *
   * @param qrels the judgements, restricted to documents of one language
   * @param run a run whose hits may be in any language
   * @return the mean rank; empty if no query has a relevant document
   */
  public static OptionalDouble geometricMeanRank(Qrels qrels, Run run, int relevanceLevel) {
    return qrels.queries().stream()
        .filter(query -> qrels.hasRelevant(query, relevanceLevel))
        .mapToDouble(query -> Math.log(rank(qrels, run, query, relevanceLevel)))
        .average()
        .stream()
        .map(Math::exp)
        .findFirst();
  }

  private static int rank(Qrels qrels, Run run, String query, int relevanceLevel) {
    Set<String> relevant =
        qrels.judgements(query).stream()
            .filter(judgement -> judgement.grade() >= relevanceLevel)
            .map(judgement -> judgement.documentId())
            .collect(Collectors.toSet());
    int rank = 1;
    for (var line : run.lines(query)) {
      if (relevant.contains(line.documentId())) {
        return rank;
      }
      rank++;
    }
    return rank;
  }

  /** The factor by which the rank increases, for each query and document language. */
  public LanguageMatrix factors() {
    LanguageMatrix factors = new LanguageMatrix();
    for (Language queryLanguage : mixed.rows()) {
      for (Language documentLanguage : mixed.columns()) {
        OptionalDouble before = monolingual.value(queryLanguage, documentLanguage);
        OptionalDouble after = mixed.value(queryLanguage, documentLanguage);
        if (before.isPresent() && after.isPresent()) {
          factors.put(queryLanguage, documentLanguage, after.getAsDouble() / before.getAsDouble());
        }
      }
    }
    return factors;
  }

  /**
   * The factor by which the rank of each document language increases, as the geometric mean over
   * the query languages.
   */
  public Map<Language, Double> factorByDocumentLanguage() {
    LanguageMatrix factors = factors();
    Map<Language, Double> changes = new LinkedHashMap<>();
    for (Language documentLanguage : factors.columns()) {
      List<Double> logs =
          factors.rows().stream()
              .flatMap(
                  queryLanguage -> factors.value(queryLanguage, documentLanguage).stream().boxed())
              .map(Math::log)
              .toList();
      changes.put(
          documentLanguage, Math.exp(logs.stream().mapToDouble(x -> x).average().orElse(0)));
    }
    return changes;
  }

  /**
   * The factor by which the rank increases if the documents are in the query language, as the
   * geometric mean.
   */
  public double queryLanguageFactor() {
    return geometricMean(true);
  }

  /**
   * The factor by which the rank increases if the documents are in another language, as the
   * geometric mean.
   */
  public double otherLanguageFactor() {
    return geometricMean(false);
  }

  private double geometricMean(boolean sameLanguage) {
    LanguageMatrix factors = factors();
    return Math.exp(
        factors.rows().stream()
            .flatMapToDouble(
                row ->
                    factors.columns().stream()
                        .filter(column -> column.equals(row) == sameLanguage)
                        .flatMapToDouble(column -> factors.value(row, column).stream())
                        .map(Math::log))
            .average()
            .orElse(0));
  }
}
