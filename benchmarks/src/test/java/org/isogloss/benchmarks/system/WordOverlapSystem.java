// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.system;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.measure.Run;

/** A system with predictable rankings: by the number of words that query and document share. */
public final class WordOverlapSystem implements RetrievalSystem {
  @Override
  public String model() {
    return "word overlap";
  }

  @Override
  public String pipeline() {
    return "all";
  }

  @Override
  public SearchableCollection open(List<Document> documents) {
    return new SearchableCollection() {
      @Override
      public Run search(List<Query> queries, Set<Language> within, int depth, Runnable answered) {
        Map<String, Ranking> rankings = new LinkedHashMap<>();
        for (Query query : queries) {
          List<Hit> hits =
              documents.stream()
                  .filter(document -> within.isEmpty() || within.contains(document.language()))
                  .map(document -> new Hit(document.id(), shared(query.text(), document.text())))
                  .filter(hit -> hit.score() > 0)
                  .toList();
          rankings.put(query.id(), Ranking.of(hits).top(depth));
          answered.run();
        }
        return Run.of(model(), rankings);
      }

      @Override
      public void close() {}
    };
  }

  private static int shared(String a, String b) {
    Set<String> words = words(a);
    words.retainAll(words(b));
    return words.size();
  }

  private static Set<String> words(String text) {
    return new HashSet<>(List.of(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+")));
  }
}
