// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.normalization;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.Normalizer2;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TextNormalizerPropertiesTest {
  private static final TextNormalizer NORMALIZER = TextNormalizer.of("en");

  /** Letters, marks, invisible characters and lonely surrogates of all planes. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> any = Arbitraries.strings().all().ofMaxLength(20);
    Arbitrary<String> parts =
        Arbitraries.of(
                "e",
                "\u0301",
                "\u0323",
                "o",
                "\u031B",
                "\u00AD",
                "\u200D",
                "\u200C",
                "\uFB01",
                "\u1112",
                "\u1161",
                "\u11AB",
                "\uFF76",
                "\uFF9E",
                "\u0E4D",
                "\u0E32",
                "\u0E33",
                "\u06CC",
                "\u0654",
                "\u064A",
                "\u05E6",
                "\u05F4",
                "\u0D28",
                "\u0D4D",
                "\u0149",
                "\u00B4",
                "\uFDFA",
                " ",
                "\uD83D",
                "\uDE00",
                "\uD834\uDD5E",
                "\uDB40\uDD00",
                "1",
                "\u0661")
            .list()
            .ofMaxSize(12)
            .map(list -> String.join("", list));
    return Arbitraries.oneOf(any, parts);
  }

  @Property
  void staysWhenNormalisedAgain(@ForAll("texts") String text) {
    String once = NORMALIZER.normalize(text).text();
    assertThat(NORMALIZER.normalize(once).text()).isEqualTo(once);
  }

  @Property
  void canonicallyEquivalentTextsAreTheSame(@ForAll("texts") String text) {
    String once = NORMALIZER.normalize(text).text();
    for (Normalizer2 form : List.of(Normalizer2.getNFDInstance(), Normalizer2.getNFCInstance())) {
      assertThat(NORMALIZER.normalize(form.normalize(text)).text()).isEqualTo(once);
    }
  }

  @Property
  void offsetsAscendFromTheBeginningToTheEnd(@ForAll("texts") String text) {
    NormalizedText normalized = NORMALIZER.normalize(text);
    int last = 0;
    for (int i = 0; i <= normalized.text().length(); i++) {
      int offset = normalized.originalOffset(i);
      assertThat(offset).as("offset %d", i).isBetween(last, text.length());
      last = offset;
    }
    assertThat(last).isEqualTo(text.length());
  }
}
