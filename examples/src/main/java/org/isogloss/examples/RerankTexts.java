// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.util.List;
import java.util.Locale;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.engine.Models;

/** Scores texts for a query without an index. */
public final class RerankTexts {
  private RerankTexts() {}

  private static Passage passage(String id, String language, String text) {
    return new Passage(id, 0, Language.of(language), "", text, 0, text.length());
  }

  /** Runs the example. */
  public static void main(String[] args) {
    Query query = new Query("q", Language.of("en"), "How tall is the Eiffel Tower?");
    List<Passage> passages =
        List.of(
            passage("a", "fr", "La tour Eiffel mesure 330 mètres de haut."),
            passage("b", "de", "Der Zug nach Paris fährt um acht Uhr."),
            passage("c", "es", "París es la capital de Francia."));
    // The re-ranker that is shipped for the model compact; or name the folder of one.
    try (PairScorer scorer = Models.openReranker("reranker")) {
      float[] scores = scorer.score(query, passages);
      for (int i = 0; i < scores.length; i++) {
        System.out.printf(Locale.ROOT, "%.3f  %s%n", scores[i], passages.get(i).text());
      }
    }
  }
}
