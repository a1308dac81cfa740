// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.engine.SearchEngine;

/**
 * The agreement of the first ten passages of two engines.
 *
 * @param equalRankings share of the queries with the same passages in the same order, apart from
 *     passages whose scores are equal up to rounding
 * @param largestDifference largest difference of the score of a passage that both found
 * @param examples some queries whose rankings differ
 */
record Agreement(double equalRankings, double largestDifference, List<String> examples) {
  private static final int DEPTH = 10;
  private static final double ROUNDING = 1e-5;

  static Agreement of(
      SearchEngine expected, SearchEngine found, Pipeline pipeline, List<Query> queries) {
    List<Ranking> expectedRankings = rankings(expected, pipeline, queries);
    List<Ranking> foundRankings = rankings(found, pipeline, queries);
    int equal = 0;
    double largest = 0;
    List<String> examples = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      List<Hit> one = expectedRankings.get(i).hits();
      List<Hit> other = foundRankings.get(i).hits();
      Map<Hit, Double> scores = new HashMap<>();
      one.forEach(hit -> scores.put(hit.withScore(0), hit.score()));
      for (Hit hit : other) {
        double score = scores.getOrDefault(hit.withScore(0), hit.score());
        largest = Math.max(largest, Math.abs(score - hit.score()));
      }
      if (equal(one, other)) {
        equal++;
      } else if (examples.size() < 1) {
        examples.add(queries.get(i).text() + "\n  expected " + one + "\n  found    " + other);
      }
    }
    return new Agreement((double) equal / queries.size(), largest, examples);
  }

  private static List<Ranking> rankings(
      SearchEngine engine, Pipeline pipeline, List<Query> queries) {
    return engine.retriever(pipeline, ResultUnit.PASSAGE).retrieveAll(queries, DEPTH);
  }

  private static boolean equal(List<Hit> one, List<Hit> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      boolean same = one.get(i).withScore(0).equals(other.get(i).withScore(0));
      if (!same && Math.abs(one.get(i).score() - other.get(i).score()) > ROUNDING) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return equalRankings + " equal, " + largestDifference + "\n" + String.join("\n", examples);
  }
}
