// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Ranking;
import org.isogloss.data.Judgement;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.junit.jupiter.api.Test;

class LanguageFairnessTest {
  private static Language language(String id) {
    return Language.of(id.substring(0, 2));
  }

  private static LanguageFairness fairness(String... ranking) {
    List<Hit> hits = new ArrayList<>();
    for (String id : ranking) {
      hits.add(new Hit(id, 10.0 - hits.size()));
    }
    return LanguageFairness.of(
        Qrels.of(
            List.of(
                new Judgement("q", "de1", 1),
                new Judgement("q", "de2", 1),
                new Judgement("q", "en1", 1),
                new Judgement("q", "en2", 1),
                new Judgement("q", "fr1", 0))),
        Run.of("run", Map.of("q", new Ranking(hits))),
        LanguageFairnessTest::language,
        List.of(2, 5),
        1);
  }

  @Test
  void alternatingLanguagesAreFairerThanOneAfterTheOther() {
    LanguageFairness fair = fairness("de1", "en1", "en2", "de2", "fr1");
    LanguageFairness unfair = fairness("de1", "de2", "en1", "en2", "fr1");
    // The mean ranks are equal, 2.5.
    assertThat(fair.peer().get(5)).isCloseTo(1, within(1e-9));
    // Ranks 1, 2 and 3, 4: H = 3 * 4 / 5 = 2.4, with one degree of freedom.
    assertThat(unfair.peer().get(5)).isCloseTo(0.1213, within(1e-4));
  }

  @Test
  void sharesAreOfTheFirstHitsOfAllQueries() {
    LanguageFairness found = fairness("de1", "de2", "en1", "fr1", "fr2");
    assertThat(found.shares().get("de")).containsEntry(2, 1.0).containsEntry(5, 0.4);
    assertThat(found.shares().get("fr")).containsOnlyKeys(5).containsEntry(5, 0.4);
    assertThat(found.relevantShares()).containsEntry("de", 0.5).containsEntry("en", 0.5).hasSize(2);
  }
}
