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
 * Whether a mixed ranking favours languages: which share of the top each has, against its share of
 * the relevant documents and of the collection. All shares are means over the queries that have
 * both hits and relevant documents, from 0 to 1.
 *
 * @param depth how many hits of each query were looked at; where it has fewer, all of them
 * @param queries how many queries counted
 * @param shares of each language, in the order of the codes
 * @param queryLanguageShare the share of the top that is in the asker's own language
 * @param queryLanguageRelevantShare the share of the relevant documents that is in the asker's own
 *     language: what {@code ownLanguage} would be without bias
 * @param topShares the share of the top for each query language (row) and document language
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
   * One language.
   *
   * @param top its share of the top
   * @param relevant its share of the relevant documents
   * @param collection its share of the collection
   */
  public record Share(Language language, double top, double relevant, double collection) {
    /**
     * How often it stands in the top for each time that it should: above 1 it is favoured, below 1
     * neglected; empty where it has no relevant document.
     */
    public Optional<Double> ratio() {
      return relevant == 0 ? Optional.empty() : Optional.of(top / relevant);
    }
  }

  public LanguageBias {
    shares = List.copyOf(shares);
  }

  /**
   * Looks at the top of a run.
   *
   * @param queryLanguage the language of a query by its id
   * @param documentLanguage the language of a document by its id
   * @param collection how many documents each language has
   * @param depth how many hits to look at, 1 or more
   * @param relevanceLevel the grade from which on a document is relevant
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
    double own = 0;
    double ownRelevant = 0;
    int queries = 0;
    for (String query : run.queries()) {
      if (!qrels.hasRelevant(query, relevanceLevel)) {
        continue;
      }
      Language asked = queryLanguage.apply(query);
      List<Language> found =
          run.lines(query).stream()
              .limit(depth)
              .map(line -> documentLanguage.apply(line.documentId()))
              .toList();
      List<Language> wanted =
          qrels.judgements(query).stream()
              .filter(judgement -> judgement.grade() >= relevanceLevel)
              .map(judgement -> documentLanguage.apply(judgement.documentId()))
              .toList();
      own += top.add(found, asked);
      ownRelevant += relevant.add(wanted, asked);
      topByQueryLanguage.computeIfAbsent(asked, language -> new Tally()).add(found, asked);
      queries++;
    }
    double whole = collection.values().stream().mapToLong(Long::longValue).sum();
    List<Share> shares = new ArrayList<>();
    for (Language language : byTag(List.of(top.sums, relevant.sums, collection))) {
      double inCollection = whole == 0 ? 0 : collection.getOrDefault(language, 0L) / whole;
      shares.add(new Share(language, top.share(language), relevant.share(language), inCollection));
    }
    return new LanguageBias(
        depth,
        queries,
        shares,
        queries == 0 ? 0 : own / queries,
        queries == 0 ? 0 : ownRelevant / queries,
        matrix(topByQueryLanguage, shares));
  }

  private static LanguageMatrix matrix(Map<Language, Tally> byQueryLanguage, List<Share> shares) {
    LanguageMatrix matrix = new LanguageMatrix();
    for (Language asked : byTag(List.of(byQueryLanguage))) {
      for (Share share : shares) {
        matrix.put(asked, share.language(), byQueryLanguage.get(asked).share(share.language()));
      }
    }
    return matrix;
  }

  private static List<Language> byTag(List<Map<Language, ?>> maps) {
    Map<String, Language> sorted = new TreeMap<>();
    maps.forEach(map -> map.keySet().forEach(language -> sorted.put(language.tag(), language)));
    return List.copyOf(sorted.values());
  }

  /** Shares of languages, summed over queries. */
  private static final class Tally {
    private final Map<Language, Double> sums = new HashMap<>();
    private int queries;

    /** Adds one query's documents; gives the share of those in {@code own}. */
    double add(List<Language> documents, Language own) {
      double one = 1.0 / documents.size();
      documents.forEach(language -> sums.merge(language, one, Double::sum));
      queries++;
      return documents.stream().filter(own::equals).count() * one;
    }

    double share(Language language) {
      return queries == 0 ? 0 : sums.getOrDefault(language, 0.0) / queries;
    }
  }

  /**
   * How far the top is from the relevant documents as a whole: half the sum of the differences of
   * their shares (total variation distance). 0 is no bias, 1 is nothing in common.
   */
  public double totalVariationDistance() {
    return shares.stream().mapToDouble(share -> Math.abs(share.top() - share.relevant())).sum() / 2;
  }
}
