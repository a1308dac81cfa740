// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.relevance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LanguagePreferenceTest {
  private static final List<String> LANGUAGES = List.of("de", "en", "fr");

  /** A document {@code de-1} is in German. */
  private static Language language(Hit hit) {
    return Language.of(hit.documentId().substring(0, 2));
  }

  private static RankedText text(double logOdds, String... documents) {
    return new RankedText(
        Stream.of(documents).map(id -> new Hit(id, 0)).toList(), logOdds, logOdds, false);
  }

  private static LanguagePreference preferring(double strength, String... tags) {
    return new LanguagePreference(Stream.of(tags).map(LanguageRange::of).toList(), strength);
  }

  private static List<String> order(LanguagePreference preference, RankedText... texts) {
    return preference.order(List.of(texts), LanguagePreferenceTest::language).stream()
        .flatMap(text -> text.hits().stream().map(Hit::documentId))
        .toList();
  }

  @Test
  void translationsInTheFirstPreferredLanguageComeFirst() {
    RankedText best = text(3, "en-1", "fr-1", "de-1");
    RankedText other = text(-1, "en-2");
    for (double strength : new double[] {0.01, 0.5, 1}) {
      assertThat(order(preferring(strength, "de"), best, other))
          .containsExactly("de-1", "en-1", "fr-1", "en-2");
      assertThat(order(preferring(strength, "fr", "de"), best, other))
          .containsExactly("fr-1", "de-1", "en-1", "en-2");
    }
    assertThat(order(preferring(0, "de"), best, other)).startsWith("en-1");
  }

  @Test
  void anEquallyGoodAnswerComesFirstButNotAMuchWorseOne() {
    LanguagePreference middle = preferring(0.5, "de");
    assertThat(order(middle, text(1, "en-1"), text(1, "de-2"))).containsExactly("de-2", "en-1");
    double tie = 1 - middle.bonus();
    assertThat(order(middle, text(1, "en-1"), text(tie + 0.01, "de-2"))).startsWith("de-2");
    assertThat(order(middle, text(1, "en-1"), text(tie - 0.01, "de-2"))).startsWith("en-1");
    assertThat(order(preferring(1, "de"), text(3, "en-1"), text(0, "de-2"))).startsWith("en-1");
    assertThat(order(preferring(1, "zh-Hant"), text(1, "en-1"), text(0.9, "de-2")))
        .as("neither is preferred")
        .startsWith("en-1");
  }

  @Test
  void marksTheTextsThatMovedUp() {
    List<RankedText> ordered =
        preferring(0.5, "de")
            .order(
                List.of(text(2, "de-1"), text(1, "en-2"), text(1, "de-3"), text(0, "en-4", "de-4")),
                LanguagePreferenceTest::language);
    assertThat(ordered)
        .extracting(text -> text.hits().getFirst().documentId() + " " + text.preferred())
        .containsExactly("de-1 false", "de-3 true", "en-2 false", "de-4 true");
  }

  /** A text of smaller log-odds precedes one of larger only as the preference says. */
  @RepeatedTest(50)
  void changesNoOtherOrder(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    List<RankedText> texts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      List<String> documents = new ArrayList<>();
      for (String code : LANGUAGES) {
        if (random.nextInt(3) == 0) {
          documents.add(code + "-" + i);
        }
      }
      documents.add(LANGUAGES.get(random.nextInt(3)) + "-x" + i);
      texts.add(text(random.nextInt(8) / 2.0 - 2, documents.toArray(String[]::new)));
    }
    texts.sort(Comparator.comparingDouble(RankedText::logOdds).reversed());
    LanguagePreference preference = preferring(random.nextInt(5) / 4.0, "de");
    List<RankedText> ordered = preference.order(texts, LanguagePreferenceTest::language);
    assertThat(ordered.stream().flatMap(text -> text.hits().stream()))
        .as("seed %d", repetition.getCurrentRepetition())
        .containsExactlyInAnyOrderElementsOf(
            texts.stream().flatMap(text -> text.hits().stream()).toList());
    for (int i = 0; i < ordered.size(); i++) {
      for (RankedText later : ordered.subList(i + 1, ordered.size())) {
        RankedText earlier = ordered.get(i);
        if (earlier.logOdds() < later.logOdds()) {
          assertThat(language(earlier.hits().getFirst())).isEqualTo(Language.of("de"));
          assertThat(earlier.preferred()).isTrue();
          assertThat(later.logOdds() - earlier.logOdds()).isLessThanOrEqualTo(preference.bonus());
        }
      }
    }
  }

  @Test
  void rejectsStrengthsOutOfRange() {
    assertThatThrownBy(() -> preferring(1.1, "de"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("strength is 1.1, expected 0 to 1");
  }
}
