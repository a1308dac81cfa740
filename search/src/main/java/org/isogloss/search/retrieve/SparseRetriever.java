// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.SparseVector;
import org.isogloss.lexical.scoring.TermWeighting;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.index.SparseTerms;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.ScoredWord;

/**
 * Retrieves passages by the weights of terms that a sparse model computes: the score is the sum of
 * the products of the weights in query and passage. A fusion per language compares scores with that
 * of the first hit in any language, because one vocabulary has the terms of all languages.
 */
final class SparseRetriever implements WordRetriever {
  /** Maximum number of terms of a query; those with the smallest weights are dropped. */
  private static final int MAX_TERMS = 1000;

  private final SparseQueries queries;
  private final CandidatePassages candidates;

  SparseRetriever(SparseQueries queries, CandidatePassages candidates) {
    this.queries = queries;
    this.candidates = candidates;
  }

  @Override
  public Matches matches(Query query, int depth) {
    RankingDepth.requirePositive(depth);
    Ranking ranking = candidates.search(words(queries.get(query)), depth);
    Map<String, Double> maxScores = new HashMap<>();
    if (!ranking.hits().isEmpty()) {
      double best = ranking.hits().getFirst().score();
      candidates.codes().forEach(code -> maxScores.put(code, best));
    }
    return new Matches(ranking, maxScores);
  }

  private static List<ScoredWord> words(SparseVector query) {
    List<Integer> heaviest = new ArrayList<>();
    for (int i = 0; i < query.size(); i++) {
      heaviest.add(i);
    }
    heaviest.sort(Comparator.comparingDouble((Integer i) -> -query.weights()[i]));
    return heaviest.stream()
        .limit(MAX_TERMS)
        .map(i -> word(query.terms()[i], query.weights()[i]))
        .toList();
  }

  private static ScoredWord word(int term, float weight) {
    // An index multiplies the frequencies of such fields by the unit of projections.
    double factor = SparseTerms.UNIT / PassageFields.PROJECTION_UNIT;
    return new ScoredWord(
        PassageFields.SPARSE,
        List.of(new Translation(SparseTerms.term(term), 1)),
        new TermWeighting.Product(weight * factor, SparseTerms.MAX_WEIGHT / factor),
        1);
  }
}
