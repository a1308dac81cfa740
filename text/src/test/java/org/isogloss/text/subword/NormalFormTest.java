// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.FilteredNormalizer2;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares normal forms with those of ICU for the characters of Unicode 9. */
class NormalFormTest {
  /** Letters, marks, syllables and parts of syllables that combine, and singletons. */
  private static final List<String> PARTS =
      List.of(
          "a",
          "é",
          "e\u0301",
          "\u0323",
          "\u0345",
          "\u0f71",
          "\u0f72",
          "가",
          "\u1100",
          "\u1161",
          "\u11a8",
          "ﬁ",
          "Å",
          "\u212b",
          "क",
          "\u094d",
          "\u09be",
          "\u09c7",
          "中",
          "😀",
          "\ud834\udd5e",
          "\ud800",
          "\u1d80",
          "\u0ce6",
          "½",
          "\u1e9b");

  @ParameterizedTest
  @EnumSource(Form.class)
  void equalsTheFormOfTheWholeText(Form form) {
    Normalizer2 expected = new FilteredNormalizer2(icu(form), new UnicodeSet("[:Age=9.0:]"));
    long seed = 20261129;
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(8); i >= 0; i--) {
        if (random.nextInt(4) == 0) {
          text.appendCodePoint(random.nextInt(0x30000));
        } else {
          text.append(PARTS.get(random.nextInt(PARTS.size())));
        }
      }
      assertThat(NormalForm.of(form).apply(AlignedText.of(text.toString(), true)).toString())
          .as("seed %d, round %d", seed, round)
          .isEqualTo(expected.normalize(text));
    }
  }

  private static Normalizer2 icu(Form form) {
    return switch (form) {
      case NFC -> Normalizer2.getNFCInstance();
      case NFD -> Normalizer2.getNFDInstance();
      case NFKC -> Normalizer2.getNFKCInstance();
      case NFKD -> Normalizer2.getNFKDInstance();
    };
  }
}
