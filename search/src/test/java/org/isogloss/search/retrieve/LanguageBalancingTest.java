// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.junit.jupiter.api.Test;

class LanguageBalancingTest {
  private static Ranking balanced(List<String> languages, double share, int depth) {
    List<Hit> hits = new java.util.ArrayList<>();
    Map<Hit, String> byHit = new HashMap<>();
    for (int i = 0; i < languages.size(); i++) {
      Hit hit = new Hit("d" + (100 + i), 1 - i / 1000.0);
      hits.add(hit);
      byHit.put(hit, languages.get(i));
    }
    return LanguageBalancing.balance(hits, byHit, share, depth);
  }

  private static List<String> ids(Ranking ranking) {
    return ranking.hits().stream().map(Hit::documentId).toList();
  }

  @Test
  void limitsTheShareOfEachLanguage() {
    assertThat(ids(balanced(List.of("en", "en", "en", "en", "de", "fr"), 0.5, 6)))
        .containsExactly("d100", "d104", "d101", "d105", "d102", "d103");
  }

  @Test
  void shareOfOneHasNoEffect() {
    assertThat(ids(balanced(List.of("en", "en", "de"), 1, 3)))
        .containsExactly("d100", "d101", "d102");
  }

  @Test
  void nestedBalancingDoesNotMultiplyItsCandidatesWithoutLimit() {
    assertThat(CompositeRetrievers.balanceCandidates(100)).isEqualTo(500);
    assertThat(CompositeRetrievers.balanceCandidates(50_000)).isEqualTo(100_000);
    assertThat(CompositeRetrievers.balanceCandidates(1_000_000)).isEqualTo(1_000_000);
    assertThat(CompositeRetrievers.balanceCandidates(Integer.MAX_VALUE))
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void scoresDecreaseInTheNewOrder() {
    Ranking ranking = balanced(List.of("en", "en", "en", "de"), 0.5, 4);
    assertThat(ranking.hits().get(1)).isEqualTo(new Hit("d103", 0.997));
    assertThat((float) ranking.hits().get(2).score()).isLessThan(0.997f).isGreaterThan(0.9969f);
  }

  @Property(tries = 200)
  void everyPrefixRespectsTheShareWhileOtherLanguagesRemain(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 3) Integer> languages,
      @ForAll @DoubleRange(min = 0.3, max = 1) double share) {
    List<String> names = languages.stream().map(n -> "l" + n).toList();
    Ranking ranking = balanced(names, share, names.size());
    assertThat(ranking.size()).isEqualTo(names.size());
    Map<String, Integer> taken = new HashMap<>();
    for (int n = 1; n <= names.size(); n++) {
      String id = ranking.hits().get(n - 1).documentId();
      String language = names.get(Integer.parseInt(id.substring(1)) - 100);
      int count = taken.merge(language, 1, Integer::sum);
      if (count > Math.ceil(share * n)) {
        int limit = (int) Math.ceil(share * n);
        int rank = n;
        assertThat(names)
            .as("a remaining language at rank %d", rank)
            .filteredOn(
                other ->
                    taken.getOrDefault(other, 0) < limit
                        && names.stream().filter(other::equals).count()
                            > taken.getOrDefault(other, 0))
            .isEmpty();
      }
    }
  }
}
