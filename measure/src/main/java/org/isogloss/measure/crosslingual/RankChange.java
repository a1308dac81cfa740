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
 * How far the relevant documents of a language fall when those of other languages come into the
 * ranking. Where each document stands in every language, an unbiased ranking moves all languages by
 * as much; a biased one hardly moves the asker's own and moves the others far.
 *
 * <p>Ranks are those of the first relevant document in the language, as their geometric mean over
 * the queries that have one; what was not found counts as the rank behind the last hit.
 *
 * @param monolingual rank among the documents of its language, for each query language (row) and
 *     document language (column)
 * @param mixed rank among the documents of all languages
 */
public record RankChange(LanguageMatrix monolingual, LanguageMatrix mixed) {
  /**
   * Measures a run in which the documents of all languages stand. The rank alone is that among the
   * hits in the document's language.
   *
   * @param queryLanguage the language of a query by its id
   * @param documentLanguage the language of a document by its id
   * @param relevanceLevel the grade from which on a document is relevant
   */
  public static RankChange of(
      Qrels qrels,
      Run run,
      Function<String, Language> queryLanguage,
      Function<String, Language> documentLanguage,
      int relevanceLevel) {
    Set<Language> asked = new TreeSet<>(Comparator.comparing(Language::tag));
    Set<Language> found = new TreeSet<>(Comparator.comparing(Language::tag));
    for (String query : qrels.queries()) {
      asked.add(queryLanguage.apply(query));
      qrels
          .judgements(query)
          .forEach(judgement -> found.add(documentLanguage.apply(judgement.documentId())));
    }
    RankChange change = new RankChange(new LanguageMatrix(), new LanguageMatrix());
    for (Language to : found) {
      Run there = run.filter((query, document) -> documentLanguage.apply(document).equals(to));
      for (Language from : asked) {
        Qrels judged =
            qrels.filter(
                (query, document) ->
                    queryLanguage.apply(query).equals(from)
                        && documentLanguage.apply(document).equals(to));
        geometricMeanRank(judged, there, relevanceLevel)
            .ifPresent(rank -> change.monolingual().put(from, to, rank));
        geometricMeanRank(judged, run, relevanceLevel)
            .ifPresent(rank -> change.mixed().put(from, to, rank));
      }
    }
    return change;
  }

  /**
   * Ranks as this class has them.
   *
   * @param qrels with the judgements of documents of one language only
   * @param run whose hits may be in any language
   * @return empty where no query has a relevant document
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

  /** By how much the rank is multiplied, for each query and document language. */
  public LanguageMatrix factors() {
    LanguageMatrix factors = new LanguageMatrix();
    for (Language asked : mixed.rows()) {
      for (Language found : mixed.columns()) {
        OptionalDouble before = monolingual.value(asked, found);
        OptionalDouble after = mixed.value(asked, found);
        if (before.isPresent() && after.isPresent()) {
          factors.put(asked, found, after.getAsDouble() / before.getAsDouble());
        }
      }
    }
    return factors;
  }

  /**
   * By how much the rank of each document language is multiplied, as the geometric mean over the
   * query languages.
   */
  public Map<Language, Double> factorByDocumentLanguage() {
    LanguageMatrix factors = factors();
    Map<Language, Double> changes = new LinkedHashMap<>();
    for (Language found : factors.columns()) {
      List<Double> logs =
          factors.rows().stream()
              .flatMap(asked -> factors.value(asked, found).stream().boxed())
              .map(Math::log)
              .toList();
      changes.put(found, Math.exp(logs.stream().mapToDouble(x -> x).average().orElse(0)));
    }
    return changes;
  }

  /** By how much the rank in the asker's own language is multiplied, as the geometric mean. */
  public double queryLanguageFactor() {
    return geometricMean(true);
  }

  /** By how much the rank in other languages is multiplied, as the geometric mean. */
  public double otherLanguageFactor() {
    return geometricMean(false);
  }

  private double geometricMean(boolean own) {
    LanguageMatrix factors = factors();
    return Math.exp(
        factors.rows().stream()
            .flatMapToDouble(
                asked ->
                    factors.columns().stream()
                        .filter(found -> found.equals(asked) == own)
                        .flatMapToDouble(found -> factors.value(asked, found).stream())
                        .map(Math::log))
            .average()
            .orElse(0));
  }
}
