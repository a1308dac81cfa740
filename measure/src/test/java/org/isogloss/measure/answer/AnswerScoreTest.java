// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.measure.stats.PairedTTest;
import org.junit.jupiter.api.Test;

class AnswerScoreTest {
  private static final AnswerNormalizer SQUAD = AnswerNormalizer.squad();

  private static AnswerNormalizer mlqa(String language) {
    return AnswerNormalizer.mlqa(Language.of(language));
  }

  @Test
  void ignoresCasePunctuationAndArticles() {
    assertThat(AnswerScore.of("The U.S. army!", List.of("a US Army"), SQUAD))
        .isEqualTo(new AnswerScore(1, 1));
  }

  @Test
  void countsSharedTokensOfTheBestReference() {
    AnswerScore score = AnswerScore.of("long river", List.of("sea", "river river Rhine"), SQUAD);
    assertThat(score.exactMatch()).isZero();
    assertThat(score.f1()).isCloseTo(2 * 0.5 / 3 / (0.5 + 1.0 / 3), within(1e-15));
  }

  @Test
  void removesTheArticlesOfTheLanguage() {
    assertThat(mlqa("de").normalize("Der „Rhein“ und die Ruhr")).isEqualTo("rhein und ruhr");
    assertThat(mlqa("es").normalize("¿El río?")).isEqualTo("río");
    assertThat(mlqa("vi").normalize("những sông")).isEqualTo("sông");
    assertThat(mlqa("ar").normalize("النهر")).isEqualTo("نهر");
    assertThat(SQUAD.normalize("Der „Rhein“")).isEqualTo("der „rhein“");
  }

  @Test
  void lowercasesFinalSigmaAsPython() {
    assertThat(SQUAD.normalize("ΟΔΥΣΣΕΥΣ")).isEqualTo("οδυσσευς");
    assertThat(AnswerScore.of("ΑΘΗΝΑΣ-ΠΕΙΡΑΙΩΣ", List.of("Αθηνας-Πειραιως"), SQUAD))
        .as("a sigma before a hyphen is a final one, unlike in String.toLowerCase")
        .isEqualTo(new AnswerScore(1, 1));
  }

  @Test
  void splitsChineseIntoCharacters() {
    assertThat(mlqa("zh").tokens("《莱茵河》 1230 km。")).containsExactly("莱", "茵", "河", "1230", "km");
  }

  @Test
  void rejectsLanguagesThatMlqaDoesNotDefine() {
    assertThatThrownBy(() -> mlqa("th"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("MLQA does not define the normalisation of answers in th");
  }

  @Test
  void treatsAnswersWithoutTokensAsEachScriptDoes() {
    assertThat(AnswerScore.of("the", List.of("..."), SQUAD)).isEqualTo(new AnswerScore(1, 0));
    assertThat(AnswerScore.ofOptional("", List.of(), SQUAD)).isEqualTo(new AnswerScore(1, 1));
    assertThat(AnswerScore.ofOptional("Rhine", List.of(), SQUAD)).isEqualTo(AnswerScore.ZERO);
    assertThatThrownBy(() -> AnswerScore.of("Rhine", List.of(), SQUAD))
        .hasMessage("there are no reference answers, expected at least one");
  }

  @Test
  void countsAnUnansweredQuestion() {
    AnswerEvaluation evaluation =
        AnswerEvaluation.of(
            List.of(
                new AnsweredQuestion(List.of("Rhine"), Optional.of("the Rhine")),
                new AnsweredQuestion(List.of("Rhine"), Optional.empty())),
            SQUAD);
    assertThat(evaluation.exactMatch()).isEqualTo(50);
    assertThat(evaluation.f1()).isEqualTo(50);
    assertThat(PairedTTest.of(evaluation.f1s(), new double[] {1, 0}).p()).isEqualTo(1);
  }

  @Test
  void hasNoThresholdIfNoAnswerAtAllIsBest() {
    OptionalAnswer wrong = new OptionalAnswer(List.of("Rhine"), "Ruhr", 0.25);
    OptionalAnswer unanswerable = new OptionalAnswer(List.of(), "Ruhr", 0.5);
    assertThat(bestF1(wrong, unanswerable))
        .isEqualTo(new OptionalAnswerEvaluation.Best(50, OptionalDouble.empty()));
    OptionalAnswer right = new OptionalAnswer(List.of("Rhine"), "the Rhine", 0);
    assertThat(bestF1(right, unanswerable))
        .isEqualTo(new OptionalAnswerEvaluation.Best(100, OptionalDouble.of(0)));
  }

  private static OptionalAnswerEvaluation.Best bestF1(OptionalAnswer... questions) {
    return OptionalAnswerEvaluation.of(List.of(questions), SQUAD, Double.POSITIVE_INFINITY)
        .bestF1();
  }

  /**
   * F1 is symmetric, at least the exact match of answers with tokens, and grows with references.
   */
  @Test
  void propertiesHoldForRandomAnswers() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 1000; round++) {
      String answer = text(random);
      String reference = text(random);
      AnswerScore score = AnswerScore.of(answer, List.of(reference), SQUAD);
      String description = "seed " + seed + ": " + answer + " / " + reference;
      assertThat(AnswerScore.of(reference, List.of(answer), SQUAD).f1())
          .as(description)
          .isCloseTo(score.f1(), within(1e-15));
      assertThat(score.f1()).as(description).isBetween(0.0, 1.0);
      if (!SQUAD.tokens(answer).isEmpty()) {
        assertThat(score.f1()).as(description).isGreaterThanOrEqualTo(score.exactMatch());
        assertThat(AnswerScore.of(answer, List.of(reference, answer), SQUAD))
            .as(description)
            .isEqualTo(new AnswerScore(1, 1));
      }
      assertThat(SQUAD.normalize(SQUAD.normalize(answer)))
          .as(description)
          .isEqualTo(SQUAD.normalize(answer));
    }
  }

  private static String text(Random random) {
    List<String> words = List.of("the", "Rhine", "a", "long", "river", "...", "5.5", "(Main)", "");
    List<String> chosen = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      chosen.add(words.get(random.nextInt(words.size())));
    }
    return String.join(" ", chosen);
  }
}
