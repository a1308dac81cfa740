// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;

class TranslationMetricTest {
  private static TranslationEvaluation evaluation(
      TranslationMetric metric, String hypothesis, String reference) {
    return TranslationEvaluation.of(
        metric, List.of(hypothesis), References.of(List.of(reference)), 1);
  }

  @Test
  void bleuIsTheGeometricMeanOfPrecisionsTimesThePenalty() {
    BleuScore score =
        (BleuScore)
            evaluation(Bleu.standard().withMaxOrder(2), "the cat the cat", "the cat on the mat")
                .score();
    // "the" twice and "cat" once of four tokens, "the cat" once of three pairs, 4 of 5 tokens.
    assertThat(score.matches()).containsExactly(3L, 1L);
    assertThat(score.totals()).containsExactly(4L, 3L);
    double penalty = Math.exp(1 - 5 / 4.0);
    assertThat(score.value()).isCloseTo(100 * penalty * Math.sqrt(.75 / 3), within(1e-9));
    assertThat(score.details())
        .isEqualTo("75.0/33.3 (BP = 0.779 ratio = 0.800 hyp_len = 4 ref_len = 5)");
  }

  @Test
  void chrfWeighsRecallByBeta() {
    // One of two characters of the hypothesis, one of four of the reference.
    Chrf metric = Chrf.standard().withCharOrder(1);
    assertThat(evaluation(metric, "ax", "abcd").score().value())
        .isCloseTo(100 * 5 * .5 * .25 / (4 * .5 + .25), within(1e-9));
    assertThat(evaluation(metric.withBeta(1), "ax", "abcd").score().value())
        .isCloseTo(100 * 2 * .5 * .25 / (.5 + .25), within(1e-9));
  }

  @Test
  void splitsEntitiesNumbersAndChinese() {
    assertThat(RuleBasedTokenizer.V13A.tokenize("&quot;1,234.5&quot; don't, 10-12."))
        .containsExactly("\"", "1,234.5", "\"", "don't", ",", "10", "-", "12", ".");
    assertThat(RuleBasedTokenizer.ZH.tokenize("北京2008年Olympics“好”。"))
        .containsExactly("北", "京", "2008", "年", "Olympics", "“", "好", "”", "。");
    assertThat(RuleBasedTokenizer.INTL.tokenize("«café» 5€"))
        .containsExactly("«", "café", "»", "5", "€");
    assertThat(RuleBasedTokenizer.CHAR.tokenize("a 😀b")).containsExactly("a", "😀", "b");
    assertThat(RuleBasedTokenizer.NONE.tokenize(" a  b. ")).containsExactly("a", "b.");
  }

  @Test
  void choosesATokenizerForTheTargetLanguage() {
    assertThat(RuleBasedTokenizer.forTarget(Language.of("zh"))).isEqualTo(RuleBasedTokenizer.ZH);
    assertThat(RuleBasedTokenizer.forTarget(Language.of("de"))).isEqualTo(RuleBasedTokenizer.V13A);
    assertThatThrownBy(() -> RuleBasedTokenizer.forTarget(Language.of("ja")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("Japanese has no default tokenizer");
    assertThatThrownBy(() -> RuleBasedTokenizer.parse("13b"))
        .hasMessage(
            "no tokenizer of BLEU is named \"13b\", expected one of 13a, intl, zh, char, none");
  }

  @Test
  void statesAllOptionsInTheSignature() {
    Bleu bleu =
        Bleu.standard()
            .withTokenizer(RuleBasedTokenizer.INTL)
            .withLowercase(true)
            .withEffectiveOrder(true)
            .withMaxOrder(3)
            .withSmoothing(Smoothing.parse("add-k=2"));
    assertThat(evaluation(bleu, "a", "a").signature())
        .isEqualTo(
            "nrefs:1|case:lc|eff:yes|tok:intl|smooth:add-k[2.00]|order:3"
                + "|version:isogloss-development");
    Chrf chrf = Chrf.plusPlus().withBeta(3).withLowercase(true).withWhitespace(true);
    assertThat(chrf.name()).isEqualTo("chrF3++");
    assertThat(evaluation(chrf.withEpsilonSmoothing(true), "a", "a").signature())
        .isEqualTo("nrefs:1|case:lc|eff:no|nc:6|nw:2|space:yes|version:isogloss-development");
  }

  @Test
  void parsesSmoothing() {
    assertThat(Smoothing.parse("floor")).isEqualTo(new Smoothing(Smoothing.Method.FLOOR, 0.1));
    assertThat(Smoothing.parse("floor=0.01")).hasToString("floor=0.01");
    assertThat(Smoothing.parse("exp")).hasToString("exp");
    assertThatThrownBy(() -> Smoothing.parse("exp=2"))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("smoothing exp has no value, found \"exp=2\"");
    assertThatThrownBy(() -> Smoothing.parse("add-k=-1"))
        .hasMessage("smoothing add-k has the value -1.0, expected a number greater than 0");
    assertThatThrownBy(() -> Smoothing.parse("add-k=x"))
        .hasMessage("found \"add-k=x\", expected add-k with a number, such as add-k=1.0");
    assertThatThrownBy(() -> Smoothing.parse("laplace"))
        .hasMessage("no smoothing is named \"laplace\", expected none, floor, add-k, exp");
  }

  @Test
  void rejectsUnequalNumbersOfSentences() {
    References two = References.of(List.of("a", "b"));
    assertThatThrownBy(() -> TranslationEvaluation.of(Bleu.standard(), List.of("a"), two, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 1 hypotheses and references of 2 sentences");
    assertThatThrownBy(() -> new References(List.of(List.of("a", "b"), List.of("a"))))
        .hasMessageContaining("found references of 2 and of 1 sentences");
    assertThatThrownBy(() -> new References(List.of())).hasMessageContaining("no reference");
    assertThatThrownBy(() -> Bleu.standard().withMaxOrder(0)).hasMessageContaining("maxOrder is 0");
    assertThatThrownBy(() -> Chrf.standard().withBeta(0)).hasMessageContaining("beta 0");
  }
}
