// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Ranking;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.Judgement;
import org.isogloss.data.collection.ClirMatrix;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.isogloss.measure.crosslingual.EqualExpectedRank;

/**
 * English test queries with their candidates in several languages, which are ranked together, and
 * measures of how fair the ranking is to the languages.
 */
final class LanguagePool {
  /** Share of the first ten documents of the pool that are in English, the query's language. */
  static final String OWN_LANGUAGE = "own language @10";

  /** {@link EqualExpectedRank} of the relevant documents of the pool. */
  static final String PEER = "PEER";

  /**
   * Difference of the ranks of the first and the last document of the highest grade, which are the
   * versions of the same pages, over the size of the pool.
   */
  static final String RANK_DISTANCE = "rank distance";

  private static final int DEPTH = 10;

  private final SequencedMap<Language, List<JudgedQuery>> queries = new LinkedHashMap<>();

  /**
   * Takes the first test queries that have candidates in all languages.
   *
   * @param languages languages of the candidates, English among them
   * @param maxQueries maximum number of queries
   * @param maxCandidates maximum number of candidates of a query in each language: the first ones
   */
  LanguagePool(
      ClirMatrixFolder collection, List<Language> languages, int maxQueries, int maxCandidates) {
    ClirMatrixFolder.Split test = ClirMatrixFolder.Split.TEST;
    Language source = AdversarialSetup.SOURCE;
    Set<String> common = collection.commonQueries(source, languages, test);
    for (Language language : languages) {
      queries.put(
          language,
          collection.queries(source, language, test, Integer.MAX_VALUE).stream()
              .filter(judged -> common.contains(judged.query().id()))
              .limit(maxQueries)
              .map(
                  judged ->
                      new JudgedQuery(
                          judged.query(),
                          judged.judgements().stream().limit(maxCandidates).toList()))
              .toList());
    }
  }

  /** The rankings of the queries, and their judgements. */
  private record Rankings(SequencedMap<String, Ranking> byQuery, List<Judgement> judgements) {}

  /** Returns the measures of each query by their names. */
  SequencedMap<String, double[]> measure(CandidateVectors vectors) {
    Rankings rankings = rank(vectors);
    // All relevant grades are one level: few documents of a language have the same grade.
    Qrels relevance =
        Qrels.of(
            rankings.judgements().stream()
                .map(
                    one -> new Judgement(one.queryId(), one.documentId(), Math.min(1, one.grade())))
                .toList());
    int size =
        rankings.byQuery().values().stream().mapToInt(one -> one.hits().size()).max().orElse(1);
    Map<String, Double> peer =
        EqualExpectedRank.of(
            relevance,
            Run.of("system", rankings.byQuery()),
            LanguagePool::language,
            Map.of(1, 1.0),
            size);
    Qrels grades = Qrels.of(rankings.judgements());
    List<String> ids = List.copyOf(rankings.byQuery().keySet());
    SequencedMap<String, double[]> found = new LinkedHashMap<>();
    found.put(
        OWN_LANGUAGE,
        ids.stream().mapToDouble(id -> ownShare(rankings.byQuery().get(id))).toArray());
    found.put(PEER, ids.stream().mapToDouble(peer::get).toArray());
    found.put(
        RANK_DISTANCE,
        ids.stream()
            .mapToDouble(id -> rankDistance(id, rankings.byQuery().get(id), grades))
            .toArray());
    return found;
  }

  private Rankings rank(CandidateVectors vectors) {
    SequencedMap<String, List<Hit>> hits = new LinkedHashMap<>();
    List<Judgement> judgements = new ArrayList<>();
    queries.forEach(
        (language, ofLanguage) -> {
          List<List<Hit>> scored = vectors.score(language, ofLanguage);
          for (int i = 0; i < scored.size(); i++) {
            String id = ofLanguage.get(i).query().id();
            List<Hit> all = hits.computeIfAbsent(id, key -> new ArrayList<>());
            scored
                .get(i)
                .forEach(hit -> all.add(new Hit(poolId(language, hit.documentId()), hit.score())));
            ofLanguage
                .get(i)
                .judgements()
                .forEach(
                    one ->
                        judgements.add(
                            new Judgement(id, poolId(language, one.documentId()), one.grade())));
          }
        });
    SequencedMap<String, Ranking> rankings = new LinkedHashMap<>();
    hits.forEach((id, of) -> rankings.put(id, Ranking.of(of)));
    return new Rankings(rankings, judgements);
  }

  private static String poolId(Language language, String id) {
    return language + " " + id;
  }

  private static Language language(String poolId) {
    return Language.of(poolId.substring(0, poolId.indexOf(' ')));
  }

  private static double ownShare(Ranking ranking) {
    List<Hit> top = ranking.hits().subList(0, Math.min(DEPTH, ranking.hits().size()));
    return top.stream()
            .filter(hit -> language(hit.documentId()).equals(AdversarialSetup.SOURCE))
            .count()
        / (double) top.size();
  }

  private static double rankDistance(String query, Ranking ranking, Qrels grades) {
    List<Hit> hits = ranking.hits();
    int[] ranks =
        IntStream.range(0, hits.size())
            .filter(
                rank ->
                    grades.grade(query, hits.get(rank).documentId()).orElse(0)
                        == ClirMatrix.MAX_GRADE)
            .toArray();
    return ranks.length == 0 ? 0 : (ranks[ranks.length - 1] - ranks[0]) / (double) hits.size();
  }
}
