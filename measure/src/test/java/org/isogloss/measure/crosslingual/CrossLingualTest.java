// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Ranking;
import org.isogloss.data.Judgement;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.junit.jupiter.api.Test;

/** Document and query ids begin with the language: {@code de-1}. */
class CrossLingualTest {
  private static final Language DE = Language.of("de");
  private static final Language EN = Language.of("en");
  private static final Language ZH = Language.of("zh");

  private static Language byPrefix(String id) {
    return Language.of(id.substring(0, id.indexOf('-')));
  }

  private static final Qrels QRELS =
      Qrels.of(
          List.of(
              new Judgement("de-q", "de-1", 1),
              new Judgement("de-q", "en-1", 1),
              new Judgement("en-q", "de-2", 1),
              new Judgement("en-q", "en-2", 1),
              new Judgement("en-q", "zh-2", 0)));

  private static final Run RUN =
      Run.of(
          "s",
          Map.of(
              "de-q",
              Ranking.of(
                  List.of(
                      new Hit("de-1", 9),
                      new Hit("de-7", 8),
                      new Hit("en-7", 7),
                      new Hit("en-1", 6))),
              "en-q",
              Ranking.of(List.of(new Hit("en-2", 9), new Hit("en-7", 8), new Hit("zh-2", 7)))));

  @Test
  void measuresEachPairIndependently() {
    LanguageMatrix matrix =
        LanguageMatrix.of(
            QRELS, RUN, CrossLingualTest::byPrefix, CrossLingualTest::byPrefix, Measure.RR, 1);
    assertThat(matrix.rows()).containsExactly(DE, EN);
    assertThat(matrix.columns()).containsExactly(DE, EN);
    assertThat(matrix.value(DE, DE)).hasValue(1);
    assertThat(matrix.value(DE, EN)).hasValue(0.5);
    assertThat(matrix.value(EN, EN)).hasValue(1);
    // The English query has no German hits: it counts as 0.
    assertThat(matrix.value(EN, DE)).hasValue(0);
    // There are no relevant Chinese documents.
    assertThat(matrix.value(EN, ZH)).isEmpty();
    assertThat(matrix.mean()).isEqualTo(2.5 / 4);
    assertThat(matrix.monolingualMean()).isEqualTo(1);
    assertThat(matrix.crossLingualMean()).isEqualTo(0.25);
    assertThat(matrix.rowMean(DE)).isEqualTo(0.75);
    assertThat(matrix.columnMean(DE)).isEqualTo(0.5);
  }

  @Test
  void comparesSharesOfTheTopWithSharesOfTheRelevant() {
    LanguageBias bias =
        LanguageBias.of(
            QRELS,
            RUN,
            CrossLingualTest::byPrefix,
            CrossLingualTest::byPrefix,
            Map.of(DE, 50L, EN, 25L, ZH, 25L),
            3,
            1);
    assertThat(bias.queries()).isEqualTo(2);
    assertThat(bias.shares()).extracting(LanguageBias.Share::language).containsExactly(DE, EN, ZH);
    LanguageBias.Share german = bias.shares().getFirst();
    assertThat(german.top()).isCloseTo((2 / 3.0 + 0) / 2, within(1e-12));
    assertThat(german.relevant()).isCloseTo(0.5, within(1e-12));
    assertThat(german.collection()).isCloseTo(0.5, within(1e-12));
    assertThat(german.ratio().orElseThrow()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(bias.shares().getLast().ratio()).isEmpty();
    assertThat(bias.queryLanguageShare()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(bias.queryLanguageRelevantShare()).isCloseTo(0.5, within(1e-12));
    assertThat(bias.totalVariationDistance()).isCloseTo(1 / 6.0, within(1e-12));
    assertThat(bias.topShares().value(DE, EN).orElseThrow()).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(bias.topShares().value(EN, DE)).hasValue(0);
    assertThat(bias.shares().stream().mapToDouble(LanguageBias.Share::top).sum())
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void rankingWithTheRelevantShareHasNoBias() {
    Run fair =
        Run.of(
            "s",
            Map.of(
                "de-q", Ranking.of(List.of(new Hit("de-1", 2), new Hit("en-1", 1))),
                "en-q", Ranking.of(List.of(new Hit("en-5", 2), new Hit("de-2", 1)))));
    LanguageBias bias =
        LanguageBias.of(
            QRELS, fair, CrossLingualTest::byPrefix, CrossLingualTest::byPrefix, Map.of(), 10, 1);
    assertThat(bias.totalVariationDistance()).isCloseTo(0, within(1e-12));
    assertThat(bias.queryLanguageShare()).isEqualTo(bias.queryLanguageRelevantShare());
  }
}
