// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

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
import org.isogloss.data.collection.ClirMatrixFolder;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.crosslingual.EqualExpectedRank;
import org.isogloss.papers.experiment.ScoredCandidates;

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
    Language source = AdversarialData.SOURCE;
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

  /** Returns the measures of each query by their names. */
  SequencedMap<String, double[]> measure(CandidateVectors vectors) {
    ScoredCandidates grades = new ScoredCandidates();
    // All relevant grades are one level: few documents of a language have the same grade.
    ScoredCandidates relevance = new ScoredCandidates();
    queries.forEach(
        (language, ofLanguage) -> {
          List<double[]> scores = vectors.score(language, ofLanguage);
          for (int i = 0; i < scores.size(); i++) {
            String id = ofLanguage.get(i).query().id();
            List<Judgement> candidates = ofLanguage.get(i).judgements();
            for (int c = 0; c < candidates.size(); c++) {
              String document = poolId(language, candidates.get(c).documentId());
              int grade = candidates.get(c).grade();
              grades.add(id, document, scores.get(i)[c], grade);
              relevance.add(id, document, scores.get(i)[c], Math.min(1, grade));
            }
          }
        });
    SequencedMap<String, Ranking> rankings = grades.rankings();
    int size = rankings.values().stream().mapToInt(one -> one.hits().size()).max().orElse(1);
    Map<String, Double> peer =
        EqualExpectedRank.of(
            relevance.qrels(), relevance.run(), LanguagePool::language, Map.of(1, 1.0), size);
    Qrels qrels = grades.qrels();
    SequencedMap<String, double[]> found = new LinkedHashMap<>();
    found.put(
        OWN_LANGUAGE, rankings.values().stream().mapToDouble(LanguagePool::ownShare).toArray());
    found.put(PEER, rankings.keySet().stream().mapToDouble(peer::get).toArray());
    found.put(
        RANK_DISTANCE,
        rankings.entrySet().stream()
            .mapToDouble(one -> rankDistance(one.getKey(), one.getValue(), qrels))
            .toArray());
    return found;
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
            .filter(hit -> language(hit.documentId()).equals(AdversarialData.SOURCE))
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
