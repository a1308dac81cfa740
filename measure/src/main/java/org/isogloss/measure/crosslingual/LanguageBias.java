// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.isogloss.core.Language;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;

/**
 * Measures whether a multilingual ranking prefers some languages: it compares each language's share
 * of the top hits with its share of the relevant documents and of the collection. All shares are
 * means over the queries that have both hits and relevant documents, from 0 to 1.
 *
 * @param depth number of top hits of each query that are considered, or all if there are fewer
 * @param queries number of evaluated queries
 * @param shares the shares of each language, in the order of the language codes
 * @param queryLanguageShare share of the top hits that are in the query language
 * @param queryLanguageRelevantShare share of the relevant documents that are in the query language;
 *     the value that {@code queryLanguageShare} would have without bias
 * @param topShares share of the top hits for each query language (row) and document language
 *     (column)
 */
public record LanguageBias(
    int depth,
    int queries,
    List<Share> shares,
    double queryLanguageShare,
    double queryLanguageRelevantShare,
    LanguageMatrix topShares) {
  /**
   * The shares of one language.
   *
   * @param top share of the top hits
   * @param relevant share of the relevant documents
   * @param collection share of the collection
   */
  public record Share(Language language, double top, double relevant, double collection) {
    /**
     * The share of the top hits divided by the share of the relevant documents: above 1, the
     * language is preferred; below 1, it is disadvantaged. Empty if it has no relevant documents.
     */
    public Optional<Double> ratio() {
      return relevant == 0 ? Optional.empty() : Optional.of(top / relevant);
    }
  }

  public LanguageBias {
    shares = List.copyOf(shares);
  }

  /**
   * Computes the shares of the top hits of a run.
   *
   * @param queryLanguage maps the id of a query to its language
   * @param documentLanguage maps the id of a document to its language
   * @param collection number of documents of each language
   * @param depth number of top hits to consider, 1 or more
   * @param relevanceLevel the lowest grade of a relevant document
   */
  public static LanguageBias of(
      Qrels qrels,
      Run run,
      Function<String, Language> queryLanguage,
      Function<String, Language> documentLanguage,
      Map<Language, Long> collection,
      int depth,
      int relevanceLevel) {
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    Tally top = new Tally();
    Tally relevant = new Tally();
    Map<Language, Tally> topByQueryLanguage = new HashMap<>();
    double queryLanguageTop = 0;
    double queryLanguageRelevant = 0;
    int queries = 0;
    for (String query : run.queries()) {
      if (!qrels.hasRelevant(query, relevanceLevel)) {
        continue;
      }
      Language language = queryLanguage.apply(query);
      List<Language> topLanguages =
          run.lines(query).stream()
              .limit(depth)
              .map(line -> documentLanguage.apply(line.documentId()))
              .toList();
      List<Language> relevantLanguages =
          qrels.judgements(query).stream()
              .filter(judgement -> judgement.grade() >= relevanceLevel)
              .map(judgement -> documentLanguage.apply(judgement.documentId()))
              .toList();
      queryLanguageTop += top.add(topLanguages, language);
      queryLanguageRelevant += relevant.add(relevantLanguages, language);
      topByQueryLanguage.computeIfAbsent(language, key -> new Tally()).add(topLanguages, language);
      queries++;
    }
    double whole = collection.values().stream().mapToLong(Long::longValue).sum();
    List<Share> shares = new ArrayList<>();
    for (Language documentsLanguage : byTag(List.of(top.sums, relevant.sums, collection))) {
      double inCollection = whole == 0 ? 0 : collection.getOrDefault(documentsLanguage, 0L) / whole;
      shares.add(
          new Share(
              documentsLanguage,
              top.share(documentsLanguage),
              relevant.share(documentsLanguage),
              inCollection));
    }
    return new LanguageBias(
        depth,
        queries,
        shares,
        queries == 0 ? 0 : queryLanguageTop / queries,
        queries == 0 ? 0 : queryLanguageRelevant / queries,
        matrix(topByQueryLanguage, shares));
  }

  private static LanguageMatrix matrix(Map<Language, Tally> byQueryLanguage, List<Share> shares) {
    LanguageMatrix matrix = new LanguageMatrix();
    for (Language queryLanguage : byTag(List.of(byQueryLanguage))) {
      for (Share share : shares) {
        matrix.put(
            queryLanguage,
            share.language(),
            byQueryLanguage.get(queryLanguage).share(share.language()));
      }
    }
    return matrix;
  }

  private static List<Language> byTag(List<Map<Language, ?>> maps) {
    Map<String, Language> sorted = new TreeMap<>();
    maps.forEach(map -> map.keySet().forEach(language -> sorted.put(language.tag(), language)));
    return List.copyOf(sorted.values());
  }

  /** The shares of languages, summed over queries. */
  private static final class Tally {
    private final Map<Language, Double> sums = new HashMap<>();
    private int queries;

    /** Adds the documents of one query; returns the share of the documents in a language. */
    double add(List<Language> documents, Language language) {
      double share = 1.0 / documents.size();
      documents.forEach(documentLanguage -> sums.merge(documentLanguage, share, Double::sum));
      queries++;
      return documents.stream().filter(language::equals).count() * share;
    }

    double share(Language language) {
      return queries == 0 ? 0 : sums.getOrDefault(language, 0.0) / queries;
    }
  }

  /**
   * The total variation distance between the top hits and the relevant documents: half the sum of
   * the absolute differences of their shares. 0 means no bias, 1 means that they have no language
   * in common.
   */
  public double totalVariationDistance() {
    return shares.stream().mapToDouble(share -> Math.abs(share.top() - share.relevant())).sum() / 2;
  }
}
