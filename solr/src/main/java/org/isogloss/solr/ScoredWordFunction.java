// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static java.util.stream.Collectors.joining;

import org.isogloss.lexical.scoring.TermWeighting;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.ScoredWord;

/** The contribution of a word to the score of a passage, as a function of Solr. */
final class ScoredWordFunction {
  private ScoredWordFunction() {}

  static String of(ScoredWord word) {
    String frequency = frequency(word);
    return switch (word.weighting()) {
      // w tf / (tf + k) = w / (1 + k / tf), which is 0 for tf = 0.
      case TermWeighting.Bm25 bm25 ->
          "div("
              + word.maxScore()
              + ",sum(1,div(sum("
              + TermWeighting.Bm25.K1 * (1 - TermWeighting.Bm25.B)
              + ",product("
              + TermWeighting.Bm25.K1 * TermWeighting.Bm25.B / meanLength(bm25)
              + ","
              + SolrFields.LENGTH
              + ")),"
              + frequency
              + ")))";
      case TermWeighting.Product product ->
          "product(" + word.boost() * product.weight() + "," + frequency + ")";
      case TermWeighting.QueryLikelihood likelihood ->
          "product("
              + word.boost()
              + ",ln(sum(1,div(product("
              + likelihood.documentWeight()
                  / (1 - likelihood.documentWeight())
                  / likelihood.backgroundProbability()
              + ","
              + frequency
              + "),max("
              + SolrFields.LENGTH
              + ",1)))))";
    };
  }

  private static double meanLength(TermWeighting.Bm25 bm25) {
    return bm25.meanLength() > 0 ? bm25.meanLength() : 1;
  }

  /** The sum of the frequencies of the terms, weighted by their probabilities. */
  private static String frequency(ScoredWord word) {
    double unit = PassageFields.isProjectedField(word.field()) ? PassageFields.PROJECTION_UNIT : 1;
    return word.terms().stream()
        .map(
            term ->
                "product("
                    + unit * term.probability()
                    + ",termfreq("
                    + word.field()
                    + ","
                    + quoted(term.word())
                    + "))")
        .collect(joining(",", "sum(0,", ")"));
  }

  private static String quoted(String term) {
    return "'" + term.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
