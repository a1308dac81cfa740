// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompoundSplitterTest {
  private static Set<String> parts(String code, String word) {
    return CompoundSplitter.of(code).orElseThrow().parts(word);
  }

  @ParameterizedTest
  @CsvSource({
    "de, Krankenhausversicherung, krankenhaus",
    "de, Krankenhausversicherung, versicherung",
    "de, Donaudampfschifffahrtsgesellschaft, schifffahrt",
    "de, Arbeitslosenversicherung, versicherung",
    "de, Straßenbahnhaltestelle, haltestelle",
    "nl, ziekenhuisopname, ziekenhuis",
    "sv, sjukhuspersonal, sjukhus",
    "da, sygehuspersonale, sygehus",
    "nb, sykehuspersonell, sykehus",
    "no, arbeidsmarkedet, arbeids",
    "fi, kahvikuppi, kahvi",
    "hu, kórházigazgató, kórház",
  })
  void findsTheWordsOfACompound(String code, String compound, String part) {
    assertThat(parts(code, compound)).contains(part);
  }

  @ParameterizedTest
  @CsvSource({
    "de, Freundschaft",
    "de, Gesellschaft",
    "de, Schönheit",
    "de, Xylophonistin",
    "de, Haus",
    "nl, vriendschap",
    "de, 1234567890",
  })
  void doesNotSplitOtherWords(String code, String word) {
    assertThat(parts(code, word)).isEmpty();
  }

  @Test
  void hasNoSplitterForLanguagesThatSeparateWords() {
    assertThat(CompoundSplitter.of("en")).isEmpty();
    assertThat(CompoundSplitter.of("und")).isEmpty();
  }

  @Test
  void takesBoundedTimeForHostileWords() {
    assertThat(parts("de", "haus".repeat(16))).contains("haus");
    assertThat(parts("de", "haus".repeat(10_000))).isEmpty();
  }
}
