// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.isogloss.lexical.mapping.RandomVectors.ENGLISH;
import static org.isogloss.lexical.mapping.RandomVectors.GERMAN;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.lexical.mapping.TranslationRetrieval.NearestNeighbour;
import org.isogloss.lexical.wordvector.WordVectors;
import org.junit.jupiter.api.Test;

class LexiconInductionTest {
  /** Both source words rank the targets in the order t0, t1, ..., t11, or the other way round. */
  private static final WordVectors SOURCE = RandomVectors.named("s", 2, 1, 0, 0, 1);

  private static final WordVectors TARGET = fan(12);

  private static WordVectors fan(int size) {
    float[] values = new float[2 * size];
    for (int i = 0; i < size; i++) {
      double angle = Math.PI / 2 * i / (size - 1);
      values[2 * i] = (float) Math.cos(angle);
      values[2 * i + 1] = (float) Math.sin(angle);
    }
    return RandomVectors.named("t", 2, values);
  }

  private static LexiconInduction evaluate(int candidates, String... words) {
    List<WordPair> test = new ArrayList<>();
    for (int i = 0; i < words.length; i += 2) {
      test.add(new WordPair(GERMAN, ENGLISH, words[i], words[i + 1]));
    }
    WordTranslator translator =
        new WordTranslator(SOURCE, TARGET, new NearestNeighbour(), candidates, 1);
    return LexiconInduction.evaluate(translator, test);
  }

  @Test
  void oneTranslationOfEachWord() {
    LexiconInduction result = evaluate(12, "s0", "t3", "s1", "t11");
    assertThat(result.covered()).isEqualTo(new InductionScores(2, (1 / 4.0 + 1) / 2, .5, 1, 1));
    assertThat(result.all()).isEqualTo(result.covered());
    assertThat(result.coverage()).isEqualTo(1);
  }

  @Test
  void severalTranslationsOfOneWord() {
    LexiconInduction result =
        evaluate(12, "s0", "t5", "s0", "t1", "s0", "t5", "s0", "t10", "s1", "t11");
    double averagePrecision = (1 / 2.0 + 2 / 6.0 + 3 / 11.0) / 3;
    assertThat(result.covered().words()).isEqualTo(2);
    assertThat(result.covered().meanAveragePrecision())
        .isCloseTo((averagePrecision + 1) / 2, within(1e-12));
    assertThat(result.covered().precisionAt1()).isEqualTo(.5);
    assertThat(result.covered().precisionAt5()).isEqualTo(1);
  }

  @Test
  void unknownWordsAreExcludedOrWrong() {
    LexiconInduction result =
        evaluate(11, "s0", "t1", "s0", "none", "S1", "t0", "s1", "t11", "none", "t0");
    // S1 is found as s1, whose only translation t11 is not a candidate; t0 has rank 11 for it.
    assertThat(result.covered().words()).isEqualTo(2);
    assertThat(result.covered().meanAveragePrecision())
        .isCloseTo((1 / 2.0 + 1 / 11.0) / 2, within(1e-12));
    assertThat(result.covered().precisionAt10()).isEqualTo(.5);
    assertThat(result.all().words()).isEqualTo(4);
    assertThat(result.all().meanAveragePrecision())
        .isCloseTo((1 / 4.0 + 1 / 11.0) / 4, within(1e-12));
    assertThat(result.all().precisionAt10()).isEqualTo(.25);
    assertThat(result.coverage()).isEqualTo(.5);
  }

  @Test
  void rejectsADictionaryWithoutKnownWords() {
    assertThatThrownBy(() -> evaluate(12, "t0", "s0"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("none of the 1 source words")
        .hasMessageContaining("the order of the vectors");
  }
}
